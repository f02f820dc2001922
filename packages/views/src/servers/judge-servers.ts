import {
  type CellStatus,
  columnShift,
  judgePair,
  type KnownNoise,
  type Matrix,
  noiseModels,
  type VerdictColumn,
} from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { toKnownNoise } from '../verdict/heat-noise';
import type { JudgedColumn } from './sent-verdicts';
import type { ServerData, ServersData } from './servers-data';
import type { ServersMetric } from './servers-state';

interface Prepared {
  matrix: Matrix<VerdictColumn>;
  noise: KnownNoise;
  judged: Map<string, JudgedColumn>;
}

const prepared = new WeakMap<ServerData['values'], Prepared>();

/**
 * Throughput, and the counts that may support a change. CPU is none (docs/method.md §3.2), and is read as another metric
 * here.
 */
const JUDGED_METRICS = [
  'throughput',
  'cs_per_op',
  'reads_per_op',
  'read_kb_per_op',
  'write_kb_per_op',
] as const satisfies readonly ServersMetric[];

/**
 * Verdicts of a column of a server against a base of the same server, over all of its tests, whatever the page shows of
 * them: the same as in the heatmap of that server. Made once for each pair of columns.
 *
 * @returns null where nothing is known of the noise of the server
 */
export function judgeServerColumn(
  data: Pick<ServersData, 'product' | 'benchmark' | 'rows'>,
  server: ServerData,
  { base, column }: { base: number; column: number },
): JudgedColumn | null {
  if (!server.noise) return null;
  const own = prepared.get(server.values) ?? prepare(data, server, server.noise);
  prepared.set(server.values, own);
  const key = `${base} ${column}`;
  const judged = own.judged.get(key) ?? judge(own, base, column);
  own.judged.set(key, judged);
  return judged;
}

function judge({ matrix, noise }: Prepared, base: number, column: number): JudgedColumn {
  const cells = judgePair(matrix, { base, column, noise });
  const sides = [matrix.columns[base], matrix.columns[column]].filter((side) => side !== undefined);
  return {
    verdicts: cells.map(({ verdict }) => verdict),
    shift: columnShift(cells.flatMap((cell) => (cell.verdict === 'missing' ? [] : [cell.x]))),
    pairs: noiseModels(noise)(sides).pairs,
  };
}

function prepare(
  { product, benchmark, rows }: Pick<ServersData, 'product' | 'benchmark' | 'rows'>,
  server: ServerData,
  noise: NonNullable<ServerData['noise']>,
): Prepared {
  const columns = server.columns.map((column): VerdictColumn => ({ ...column, product }));
  // Its noise knows a test by the name that its own table has.
  const tests = rows.map((row, index) => ({ ...row, key: server.ownKeys[index] ?? row.key }));
  const all = <T>(cell: T) => rows.map(() => columns.map(() => cell));
  return {
    matrix: {
      columns,
      rows: tests.map((row, position) => ({ ...row, label: row.key, position, warmup: false, known: true })),
      values: valuesOf(server),
      sources: sourcesOf(server),
      status: statusOf(server, all<CellStatus>('ok')),
      repeats: server.repeats ?? all(1),
      spread: server.spread ?? all(null),
    },
    noise: toKnownNoise(noise, { benchmark, columns, rows: tests }),
    judged: new Map(),
  };
}

function valuesOf({ values }: ServerData): Matrix['values'] {
  return Object.fromEntries(
    JUDGED_METRICS.flatMap((metric): [MetricId, (number | null)[][]][] => {
      const cells = values[metric];
      return cells ? [[metric, cells]] : [];
    }),
  );
}

function sourcesOf({ computed }: ServerData): Matrix['sources'] {
  return Object.fromEntries(
    JUDGED_METRICS.flatMap((metric) => {
      const cells = computed[metric];
      const named = cells?.map((row) => row.map((is) => (is ? 'computed' : 'reported')));
      return named ? [[metric, named]] : [];
    }),
  );
}

function statusOf({ excluded }: ServerData, status: CellStatus[][]): CellStatus[][] {
  for (const cell of excluded) {
    const cells = status[cell.row];
    if (cells) cells[cell.column] = cell.status;
  }
  return status;
}
