import type { ColumnInput, NoiseRun } from '@basecase/analysis';
import type { Measurement, NormalizedResult, NormalizedRun } from '@basecase/ingest/model';

/** Runs of one variant as a column of a matrix that verdicts and A/A pairs are made of. */
export type RunColumn = ColumnInput & NoiseRun;

/** What one run measured. */
export interface MadeRun {
  version: string;
  /** Runs of different days are of different sessions. */
  day: number;
  /** ln of the throughput, by test. */
  logs: ReadonlyMap<string, number>;
}

/** Throughput where ln is 0. */
const UNIT = 1000;

/** One run as its own column. */
export function madeColumn({ version, day, logs }: MadeRun): RunColumn {
  const at = new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
  const variant = { product: 'made-up', version, flavour: null, config: null };
  const results = [...logs].map(([test, log]) => madeResult(test, UNIT * Math.exp(log)));
  const run: NormalizedRun = {
    ...{ label: `${version} ${day}`, path: '', benchmark: 'sysbench' },
    variant: { ...variant, versionKnown: true },
    workload: {
      ...{ tables: null, rowsPerTable: null, clients: null },
      ...{ primaryKey: null, cached: null, label: null },
    },
    ...{ server: null, cores: null, startedAt: at, notes: null, campaign: null, isSummary: false },
    results,
  };
  return { ...variant, label: run.label, runs: [run], id: run.label, repeat: null, campaigns: [], at };
}

/** Runs of one variant as one column: a test is the median of them. */
export function together(first: RunColumn, ...more: readonly RunColumn[]): RunColumn {
  return { ...first, runs: [first, ...more].flatMap(({ runs }) => runs) };
}

function madeResult(test: string, value: number): NormalizedResult {
  const throughput: Measurement = {
    ...{ metric: 'throughput', value, unit: '', source: 'computed', formula: null },
    ...{ file: '', line: 1, lineEnd: 1 },
  };
  return {
    ...{ test, range: 100, repeat: 1, status: 'ok', unit: 'queries/s' },
    ...{ clients: null, command: null, tool: null, device: null },
    measurements: [throughput],
  };
}
