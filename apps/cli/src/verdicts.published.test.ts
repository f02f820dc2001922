import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  buildMatrix,
  type ColumnInput,
  judgeMatrix,
  unknownNoise,
  type VerdictColumn,
} from '@basecase/analysis';
import { isMetricId, type Measurement, type NormalizedRun } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';

// Published figures are in the project: verdicts must agree with their author.

const FILE = resolve(import.meta.dirname, '../../../data/published/published.csv');

describe('verdicts of published figures', () => {
  it('update-zipf, read-write and write-only are slower since 16 on the IO-bound 48-core server', () => {
    const table = readTable('2026-01-14 Debugging regressions, IO-bound', '15.15', 'absolute');
    expect(arrivalsOf(table, { clients: 40, cached: false })).toEqual({
      'insert_range=100': 'slower since 18.1',
      'update-zipf_range=100': 'slower since 16.11',
      'write-only_range=10000': 'slower since 16.11',
      'read-write_range=100': 'slower since 16.11',
      'read-write_range=10': 'slower since 16.11',
    });
  });

  it('their regressions in 16.11 have one suspected cause: CPU and IO', () => {
    const table = readTable('2026-01-14 Debugging regressions, IO-bound', '15.15', 'absolute');
    const noise = unknownNoise('sysbench', { clients: 40, cached: false }, 'dedicated');
    const { columns } = judgeMatrix(buildMatrix(table), { base: 0, noise });
    expect(columns[1]?.causes).toMatchObject([{ since: '16.11', direction: 'slower', reason: 'CPU+IO' }]);
    expect(columns[1]?.causes[0]?.tests).toHaveLength(4);
  });

  it('scan is 1.53 with its config for io_method=worker', () => {
    const table = readTable(
      '2025-05-25 Postgres 18 beta1, small server, IO-bound',
      '17.5 x10a_c8r32',
      'relative',
    );
    const noise = unknownNoise('sysbench', { clients: 1, cached: false }, 'dedicated');
    const matrix = buildMatrix(table);
    const { cells, rows } = judgeMatrix(matrix, { base: 0, noise });
    const scan = matrix.rows.findIndex(({ name }) => name === 'scan');
    const worker = matrix.columns.findIndex(({ config }) => config === 'x10c_c8r32');
    expect(cells[scan]?.[worker]).toMatchObject({
      verdict: 'improvement',
      x: Math.log(1.53),
      explanation: { verdict: 'no metrics' },
    });
    // Its config differs from that of 17.5 as well, so it is not faster "since" 18.
    expect(rows[scan]).toMatchObject({ onset: null });
    expect(rows[scan]?.lineSteps.flatMap(({ steps }) => steps)).toEqual([]);
  });
});

type Column = ColumnInput & VerdictColumn;

function arrivalsOf(table: Column[], kind: { clients: number; cached: boolean }): Record<string, string> {
  const matrix = buildMatrix(table);
  const { rows } = judgeMatrix(matrix, { base: 0, noise: unknownNoise('sysbench', kind, 'dedicated') });
  const found = rows.flatMap(({ onset }, row): [string, string][] =>
    onset
      ? [[matrix.rows[row]?.key ?? '', `${onset.direction} since ${matrix.columns[onset.column]?.version}`]]
      : [],
  );
  return Object.fromEntries(found);
}

/** Columns of a report's table; the base comes first, with ratios of 1 where the table leaves it out. */
function readTable(post: string, base: string, kind: 'absolute' | 'relative'): Column[] {
  const figures = readFigures().filter(
    (figure) => figure['post'] === post && figure['base'] === base && figure['kind'] === kind,
  );
  const columns = new Map<string, Column>();
  if (kind === 'relative') {
    const [version = '', config = ''] = base.split(' ');
    columns.set(base, makeColumn(version, config));
    for (const test of new Set(figures.map((figure) => figure['test'] ?? ''))) {
      addValue(columns.get(base), { test, metric: 'throughput', value: 1 });
    }
  }
  for (const { version = '', config = '', test = '', metric = '', value } of figures) {
    const label = `${version} ${config}`;
    const column = columns.get(label) ?? makeColumn(version, config);
    columns.set(label, column);
    addValue(column, { test, metric, value: Number(value) });
  }
  return [...columns.values()];
}

function readFigures(): Record<string, string>[] {
  const [header = '', ...lines] = readFileSync(FILE, 'utf8').trim().split(/\r?\n/);
  const names = header.split(',');
  return lines.map((line) => {
    const cells = [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
}

function makeColumn(version: string, config: string): Column {
  const variant = { product: 'PostgreSQL', version, flavour: null, config };
  const run: NormalizedRun = {
    label: `${version} ${config}`,
    path: '',
    benchmark: 'sysbench',
    variant: { ...variant, versionKnown: true },
    workload: {
      tables: null,
      rowsPerTable: null,
      clients: null,
      primaryKey: null,
      cached: null,
      label: null,
    },
    server: null,
    cores: null,
    startedAt: null,
    notes: null,
    campaign: null,
    isSummary: true,
    results: [],
  };
  return { ...variant, label: run.label, runs: [run] };
}

function addValue(
  column: Column | undefined,
  { test, metric, value }: { test: string; metric: string; value: number },
): void {
  const run = column?.runs[0];
  if (!run || !isMetricId(metric)) return;
  // Reports leave out the range of tests that always have 100.
  const [name = '', range = '100'] = test.split('_range=');
  const measurement: Measurement = {
    metric,
    value,
    unit: '',
    source: 'reported',
    formula: null,
    file: '',
    line: 1,
    lineEnd: 1,
  };
  const found = run.results.find((result) => result.test === name && result.range === Number(range));
  if (found) found.measurements.push(measurement);
  else {
    run.results.push({
      test: name,
      range: Number(range),
      repeat: 1,
      status: 'ok',
      unit: 'queries/s',
      clients: null,
      command: null,
      tool: null,
      device: null,
      measurements: [measurement],
    });
  }
}
