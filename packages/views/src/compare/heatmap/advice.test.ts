import { CALIBRATE, findNoise, type Matrix, type NoiseRun, poolNoise } from '@basecase/analysis';
import type { BenchmarkId, ServerKind } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { noiseSentence } from '../../noise/noise';
import { heatmapData } from '../../testing/test-heatmap-data';
import { toHeatmapNoise } from '../../verdict/heatmap-noise';
import { panelVerdict } from '../cell/chart-model';
import { toColumnSet } from '../column-set';
import { compareUrl } from '../compare-state';
import type { HeatmapData } from '../heatmap-data';
import { toHeatmapSelection } from '../heatmap-selection';
import { verdictsOf } from '../judge-selection';
import { columnWarnings, sentenceText, verdictSentence } from './verdict-sentence';

const KINDS: readonly ServerKind[] = ['dedicated', 'unknown', 'virtual', 'shared'];
const SIZES = [1, 2, 20, 500];

interface Measured {
  version: string;
  day: number;
  /** QPS of all tests against the others. */
  factor?: number;
}

/** Runs of a server that moves by 1% from day to day, as the database finds their noise. */
function noiseOf(
  runs: readonly Measured[],
  tests: number,
  server: ServerKind,
  benchmark: BenchmarkId = 'sysbench',
) {
  const throughput = Array.from({ length: tests }, (_, row) =>
    runs.map(({ day, factor = 1 }) => 1000 * factor * (1 + (((row + 1) * (day + 1)) % 7) / 500)),
  );
  const data = heatmapData({ throughput });
  const matrix: Matrix<NoiseRun> = {
    columns: runs.map(({ version, day }) => ({
      ...{ product: 'MySQL', version, flavour: null, config: null, label: version },
      ...{ id: `${version} ${day}`, repeat: null, campaigns: [`upload ${day}`] },
      at: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`,
    })),
    rows: data.rows.map((row, position) => ({
      ...row,
      label: row.key,
      position,
      known: true,
      warmup: false,
    })),
    values: { throughput },
    sources: {},
    status: throughput.map((row) => row.map(() => 'ok')),
    repeats: throughput.map((row) => row.map(() => 1)),
    spread: throughput.map((row) => row.map(() => null)),
  };
  return findNoise(matrix, { benchmark, clients: 1, cached: true, server });
}

/** Two versions: 1.0 is the base, 2.0 has lost 60%. */
function selectionOf(
  runs: readonly Measured[],
  tests: number,
  server: ServerKind,
  benchmark: BenchmarkId = 'sysbench',
) {
  const rows = Array.from({ length: tests }, () => [1000, 400]);
  const sysbench = heatmapData({ throughput: rows });
  const plain = { ...sysbench, workload: { ...sysbench.workload, benchmark } };
  const noise = noiseOf(runs, tests, server, benchmark);
  const data: HeatmapData = { ...plain, noise: toHeatmapNoise(noise, plain) };
  return toHeatmapSelection(toColumnSet(data, compareUrl.defaults), compareUrl.defaults);
}

/** Notes on the newest version. */
function notes(
  runs: readonly Measured[],
  tests: number,
  server: ServerKind,
  benchmark?: BenchmarkId,
): string[] {
  const selection = selectionOf(runs, tests, server, benchmark);
  const verdicts = verdictsOf(selection);
  return verdicts ? columnWarnings(selection, verdicts).map(({ text }) => text) : [];
}

const asks = (texts: readonly string[]) => texts.some((text) => text.includes(CALIBRATE));

const once = [
  { version: '1.0', day: 1 },
  { version: '2.0', day: 1, factor: 0.4 },
];

describe('a loss of 60% on a machine of which nothing is known', () => {
  it.each(['unknown', 'virtual', 'shared'] as const)(
    'reads "large, unconfirmed" on a %s server in the sentence and in the drawer, with what would confirm it',
    (kind) => {
      const selection = selectionOf(once, 2, kind);
      const verdicts = verdictsOf(selection);
      expect(verdicts && sentenceText(verdictSentence(selection, verdicts))).toBe(
        'None of 2 tests is clearly slower in 2.0 than in 1.0, 2 likely (2 large, unconfirmed).',
      );
      const panel = panelVerdict(selection, { row: 0, column: 1 });
      expect(panel?.words).toBe('Likely regression: large, unconfirmed');
      expect(asks(panel?.notes ?? [])).toBe(true);
    },
  );

  it('is a regression once the base has run again on another day', () => {
    const selection = selectionOf([...once, { version: '1.0', day: 3 }], 2, 'unknown');
    expect(panelVerdict(selection, { row: 0, column: 1 })?.words).toBe('Regression, sure');
  });
});

describe('the advice of a heatmap', () => {
  it.each(KINDS.flatMap((kind) => SIZES.map((tests) => [kind, tests] as const)))(
    'disappears on a %s server with %i tests once the base has run again on another day',
    (kind, tests) => {
      expect(asks(notes(once, tests, kind))).toBe(true);
      const again = [...once, { version: '1.0', day: 3 }];
      const after = notes(again, tests, kind);
      expect(asks(after)).toBe(false);
      expect(after.filter((text) => /not calibrated/i.test(text))).toEqual([]);
    },
  );

  it.each(['pgbench', 'ycsb', 'tpcc', 'tproc-c', 'fio', 'mytool'])(
    'is the one that %s can follow, whose workloads have one test: its other workloads count as well',
    (benchmark) => {
      for (const kind of KINDS) {
        expect(asks(notes(once, 1, kind, benchmark)), kind).toBe(true);
        const again = notes([...once, { version: '1.0', day: 3 }], 1, kind, benchmark);
        expect(
          again.filter((text) => asks([text]) || /assumed noise|no independent repeat run/i.test(text)),
          kind,
        ).toEqual([]);
      }
      const others = [8, 16, 32].map((clients) => ({
        workload: `${clients} clients`,
        noise: noiseOf([...once, { version: '1.0', day: 3 }], 1, 'unknown', benchmark),
      }));
      const own = poolNoise(noiseOf(once, 1, 'unknown', benchmark), others);
      const plain = heatmapData({ throughput: [[1000, 400]] });
      const data: HeatmapData = {
        ...{ ...plain, workload: { ...plain.workload, benchmark } },
        noise: toHeatmapNoise(own, plain),
      };
      const selection = toHeatmapSelection(toColumnSet(data, compareUrl.defaults), compareUrl.defaults);
      const verdicts = verdictsOf(selection);
      expect(verdicts && columnWarnings(selection, verdicts).filter(({ text }) => asks([text]))).toEqual([]);
    },
  );

  it('stays where the base has run again on the same day, as hosts have good days', () => {
    const again = [...once, { version: '1.0', day: 1 }];
    for (const kind of KINDS) expect(asks(notes(again, 20, kind)), kind).toBe(true);
  });

  it('is not answered by another run of the judged version alone, and is by runs of a third one', () => {
    expect(asks(notes([...once, { version: '2.0', day: 3, factor: 0.4 }], 20, 'unknown'))).toBe(true);
    const third = [1, 3].map((day) => ({ version: '0.9', day }));
    expect(asks(notes([...once, ...third], 20, 'unknown'))).toBe(false);
  });

  it('is the advice of the noise page too, which takes the same run', () => {
    const page = (calibrated: boolean) =>
      noiseSentence({
        worst: { test: 't', smallestVisible: 0.1 },
        smallestVisible: 0.1,
        calibrated,
        server: { kind: 'unknown' },
      } as unknown as Parameters<typeof noiseSentence>[0]).rest;
    expect(page(false)).toContain(CALIBRATE);
    expect(page(true)).not.toContain(CALIBRATE);
    expect(noiseOf([...once, { version: '1.0', day: 3 }], 20, 'unknown').pairs).toHaveLength(1);
  });
});
