import {
  countRounds,
  judgePair,
  type Matrix,
  type NoiseModels,
  noiseModels,
  REASON_METRICS,
  type VerdictColumn,
} from '@basecase/analysis';
import { cpuMicros, type MetricId } from '@basecase/ingest/model';
import { toJudgedMatrix } from '../results/judged-matrix';
import { type JudgedColumn, toColumnNote } from '../verdict/column-note';
import { toKnownNoise } from '../verdict/heatmap-noise';
import { verdictLetters } from '../verdict/verdict-letters';
import type { ServerData, ServersData } from './servers-data';

interface Prepared {
  matrix: Matrix<VerdictColumn>;
  noise: NoiseModels;
  judged: Map<string, JudgedColumn>;
}

const prepared = new WeakMap<ServerData['values'], Prepared>();

const JUDGED_METRICS: readonly MetricId[] = ['throughput', ...REASON_METRICS];

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
  const { cells, commonMode, noise: model, shift, otherWork } = judgePair(matrix, { base, column, noise });
  return {
    letters: verdictLetters(cells.map(({ verdict }) => verdict)),
    ...toColumnNote({
      shift,
      noisePairs: model.pairs,
      canBeSure: model.canBeSure,
      commonMode,
      otherWork,
      rounds: countRounds(cells),
    }),
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
  const source = [...columns.keys()];
  return {
    matrix: toJudgedMatrix(tests, withCpuPercent(server), { columns, source, metrics: JUDGED_METRICS }),
    noise: noiseModels(toKnownNoise(noise, { benchmark, columns, rows: tests })),
    judged: new Map(),
  };
}

/** The rule knows CPU per operation as percent of all cores; this page has it as a time. */
function withCpuPercent({ server, ...results }: ServerData) {
  const micros = results.values.cpu_us_per_op;
  if (!micros || server.cores === null) return results;
  const ofOnePercent = cpuMicros(1, server.cores);
  const percent = micros.map((row) => row.map((value) => value && value / ofOnePercent));
  return {
    ...results,
    values: { ...results.values, cpu_per_op: percent },
    sources: {
      ...results.sources,
      ...(results.sources.cpu_us_per_op && { cpu_per_op: results.sources.cpu_us_per_op }),
    },
  };
}
