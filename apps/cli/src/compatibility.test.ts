import { buildMatrix, type ColumnInput } from '@basecase/analysis';
import type { NormalizedRun, Source, Workload } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { noteMixedSources, noteWorkloadDifferences } from './compatibility';
import type { Io } from './io';

describe('noteWorkloadDifferences', () => {
  it('names the part that differs, with a column for each value', () => {
    expect(
      notesOn(column('a', { clients: 1 }), column('b', { clients: 40 }), column('c', { clients: 1 })),
    ).toEqual([
      'warning: the columns differ in clients: 1 in a; 40 in b. Their ratios compare workloads, not only versions.',
    ]);
  });

  it('is silent when all columns have the same client counts, however many', () => {
    const counts = (label: string): ColumnInput => ({
      label,
      runs: [1, 2, 4].flatMap((clients) => column(label, { clients }).runs),
    });
    expect(notesOn(counts('a'), counts('b'))).toEqual([]);
  });

  it('does not take silence for a difference', () => {
    expect(notesOn(column('a', { tables: 8, primaryKey: true }), column('b', {}))).toEqual([]);
  });
});

describe('noteMixedSources', () => {
  it('warns when one column was computed and the other reported', () => {
    expect(notesOnSources('computed', 'reported')[0]).toMatch(
      /cpu\/o of scan_range=100 is computed from raw samples in a and reported by a summary in b/,
    );
    expect(notesOnSources('computed', 'computed')).toEqual([]);
    expect(notesOnSources('reported', 'reported')).toEqual([]);
  });
});

function notesOn(...columns: ColumnInput[]): string[] {
  return collect((io) => noteWorkloadDifferences(columns, io));
}

function notesOnSources(a: Source, b: Source): string[] {
  const matrix = buildMatrix([withCpu('a', a), withCpu('b', b)]);
  return collect((io) => noteMixedSources(matrix, ['throughput', 'cpu_per_op'], io));
}

function collect(act: (io: Io) => void): string[] {
  const notes: string[] = [];
  const note = (line: string) => void notes.push(line);
  act({ print: () => Promise.resolve(), note, progress: () => undefined, cwd: '.', env: {} });
  return notes;
}

function column(label: string, workload: Partial<Workload>): ColumnInput {
  const unsaid = {
    tables: null,
    rowsPerTable: null,
    clients: null,
    primaryKey: null,
    cached: null,
    label: null,
  };
  const unit = 'Krows/s per client';
  const throughput = { metric: 'throughput', value: 50, unit, source: 'reported', formula: null } as const;
  const run: NormalizedRun = {
    label,
    path: '.',
    benchmark: 'sysbench',
    variant: { product: label, version: label, versionKnown: false, flavour: null, config: null },
    workload: { ...unsaid, ...workload },
    server: null,
    cores: null,
    startedAt: null,
    notes: null,
    campaign: null,
    isSummary: true,
    results: [
      {
        test: 'scan',
        range: 100,
        repeat: 1,
        status: 'ok',
        unit,
        clients: null,
        command: null,
        tool: null,
        device: null,
        measurements: [{ ...throughput, file: 't.tsv', line: 1, lineEnd: 1 }],
      },
    ],
  };
  return { label, runs: [run] };
}

function withCpu(label: string, source: Source): ColumnInput {
  const runs = column(label, {}).runs.map((run) => ({
    ...run,
    results: run.results.map((result) => ({
      ...result,
      measurements: result.measurements.flatMap((measurement) => [
        measurement,
        { ...measurement, metric: 'cpu_per_op' as const, source },
      ]),
    })),
  }));
  return { label, runs };
}
