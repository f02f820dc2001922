import {
  countRounds,
  judgePair,
  noiseModels,
  REASON_METRICS,
  throughputRatio,
  type Verdict,
  type VerdictColumn,
} from '@basecase/analysis';
import { benchmarkModel, cpuMicros, type MetricId, metricOf } from '@basecase/ingest/model';
import { relative } from '../results/relative';
import { INLINE_NUMBERS, toJudgedMatrix } from '../results/sent-results';
import { type JudgedColumn, toColumnNote } from '../verdict/column-note';
import { toKnownNoise } from '../verdict/heatmap-noise';
import { verdictLetters, verdictOfLetter } from '../verdict/verdict-trend';
import {
  baseColumn,
  nearestColumn,
  type ServerData,
  type ServersData,
  type ServersRest,
} from './servers-data';
import type { ServersMetric, ServersState } from './servers-state';

/** A server with what the state makes of it. */
export interface SelectedServer extends ServerData {
  /** Its name; the cores are printed after it, as they do not identify a server. */
  label: string;
  /** Index of the base column; null when the product was not run. */
  base: number | null;
  /**
   * Indexes of the columns of the shown keys, one for each; null where the server does not have it. For the judged key its
   * nearest version is used.
   */
  columnOf: (number | null)[];
  /** Only ratios were published: there is no QPS to show. */
  isRatioTable: boolean;
}

export type ServersSelection = ReturnType<typeof toServersSelection>;

/** Resolves a state against what is there. */
export function toServersSelection(data: ServersData, state: Shown) {
  const base = data.keys.includes(state.base) ? state.base : data.base;
  const keys = data.keys.filter((key) => key !== base);
  const own = data.servers.map((server): SelectedServer => {
    const { workload, columns } = server;
    return {
      ...server,
      label: server.server.name,
      base: baseColumn(data.product, columns, { base, own: workload.relativeTo?.base ?? null }),
      columnOf: keys.map((key) => {
        const column = columns.findIndex((each) => each.key === key);
        return column === -1 ? null : column;
      }),
      isRatioTable: workload.relativeTo !== null,
    };
  });
  const asked = keys.indexOf(state.version);
  const judged = asked === -1 ? judgedKey(keys, own) : asked;
  const servers = own.map((server) => withNearest(server, keys[judged], judged));
  const metric = data.servers.some(({ values }) => values[state.metric]) ? state.metric : 'throughput';
  return {
    data,
    servers,
    /** Shown keys without the base, in release order: the ratio columns of each server. */
    keys,
    /** Index in `keys` of the version that is judged. */
    judged,
    base,
    metric,
    threshold: state.t,
    /** What is in force. Verdicts know the noise of throughput only. */
    rule: metric === 'throughput' && knowsNoise(data) ? state.rule : 'thresholds',
  };
}

/** What a selection depends on. */
type Shown = Pick<ServersState, 'base' | 'version' | 'metric' | 't' | 'rule'>;

function withNearest(server: SelectedServer, key: string | undefined, judged: number): SelectedServer {
  const { base, columnOf, columns, isRatioTable } = server;
  const own = columnOf[judged] ?? null;
  if (key === undefined || base === null || isRatioTable || (own !== null && own !== base)) return server;
  const nearest = nearestColumn(columns, { key, base });
  return nearest === null ? server : { ...server, columnOf: columnOf.with(judged, nearest) };
}

/** Name of a shown version on a server: its own nearest one where it has no other. */
export function versionLabel({ data, keys }: ServersSelection, server: SelectedServer, key: number): string {
  const column = server.columns[server.columnOf[key] ?? -1];
  return keyLabel(data.keys, column?.key ?? keys[key] ?? '');
}

/** True when some server has values of the metric, also while they are on their way. */
export function isRecorded({ servers, missing }: ServersData, metric: ServersMetric): boolean {
  return (missing ?? []).includes(metric) || servers.some(({ values }) => values[metric] !== undefined);
}

/** True when each server can be judged by its own noise. */
export function knowsNoise({ servers }: ServersData): boolean {
  return servers.every(({ noise }) => noise !== null);
}

/** Verdicts of a version on a server; null for the base, for a version without runs there, and under thresholds. */
export function judgedOf(
  selection: ServersSelection,
  server: SelectedServer,
  key: number,
): JudgedColumn | null {
  const column = server.columnOf[key] ?? null;
  if (selection.rule !== 'verdicts' || column === null || server.base === null || column === server.base)
    return null;
  const { base, judged } = server;
  const sent = judged?.base === base ? judged.columns[column] : null;
  if (sent) return sent;
  // Until the rest has come, the numbers that it takes are not there.
  return selection.data.missing === null ? judgeServerColumn(selection.data, server, { base, column }) : null;
}

/** The verdict of a test on its own server. */
export function verdictAt(
  selection: ServersSelection,
  server: SelectedServer,
  row: number,
  key: number,
): Verdict | null {
  const judged = judgedOf(selection, server, key);
  return judged && verdictOfLetter(judged.letters[row]);
}

/** The newest version that most servers can say something about. */
function judgedKey(keys: readonly string[], servers: readonly SelectedServer[]): number {
  const counts = keys.map(
    (_, index) =>
      servers.filter((each) => (each.columnOf[index] ?? null) !== each.base && each.columnOf[index] !== null)
        .length,
  );
  const most = Math.max(0, ...counts);
  return Math.max(0, counts.lastIndexOf(most));
}

export function valueAt(
  server: ServerData,
  metric: ServersMetric,
  row: number,
  column: number | null,
): number | null {
  return column === null ? null : (server.values[metric]?.[row]?.[column] ?? null);
}

/** Ratio of a test on a server to the base of that server; for costs none when both values are too small. */
export function ratioAt(
  selection: ServersSelection,
  server: SelectedServer,
  row: number,
  key: number,
): number | null {
  const column = server.columnOf[key] ?? null;
  const value = valueAt(server, selection.metric, row, column);
  const base = valueAt(server, selection.metric, row, server.base);
  if (selection.metric === 'throughput' && column !== null && server.base !== null)
    return throughputRatio(server, { row, column, base: server.base });
  return relative(selection.metric, value, base);
}

/** Name of a metric on screen. */
export function metricLabel({ benchmark }: Pick<ServersData, 'benchmark'>, metric: ServersMetric): string {
  return metric === 'throughput' ? benchmarkModel(benchmark).throughputLabel : metricOf(metric).label;
}

/** Key of a version in a head: without the config if no other key has the version. */
export function keyLabel(keys: readonly string[], key: string): string {
  const [version = key] = key.split(' ');
  const isUnique = keys.filter((each) => each.split(' ')[0] === version).length === 1;
  return isUnique ? version : key;
}

/** Null when there are verdicts. */
export function whyNoVerdicts({ data, metric }: ServersSelection): string | null {
  if (metric !== 'throughput') return 'Noise is measured only for throughput, not for this metric';
  return knowsNoise(data) ? null : 'No noise data is stored for one of these servers';
}

type Prepared = ReturnType<typeof prepare>;

const prepared = new WeakMap<ServerData['values'], Prepared>();

const JUDGED_METRICS: readonly MetricId[] = ['throughput', ...REASON_METRICS];

/**
 * Verdicts of a column of a server against a base of the same server, over all of its tests, whatever the page shows of
 * them: the same as in the heatmap of that server. Made once for each pair of columns.
 *
 * @returns null where nothing is known of the noise of the server
 */
function judgeServerColumn(
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

function judge({ matrix, noise, hasRepeats }: Prepared, base: number, column: number): JudgedColumn {
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
    ...(hasRepeats && { hasRepeats }),
  };
}

function prepare(
  { product, benchmark, rows }: Pick<ServersData, 'product' | 'benchmark' | 'rows'>,
  server: ServerData,
  noise: NonNullable<ServerData['noise']>,
) {
  const columns = server.columns.map((column): VerdictColumn => ({ ...column, product }));
  // Its noise knows a test by the name that its own table has.
  const tests = rows.map((row, index) => ({ ...row, key: server.ownKeys[index] ?? row.key }));
  const source = [...columns.keys()];
  return {
    matrix: toJudgedMatrix(tests, withCpuPercent(server), { columns, source, metrics: JUDGED_METRICS }),
    noise: noiseModels(toKnownNoise(noise, { benchmark, columns, rows: tests })),
    hasRepeats: noise.pairs.length > 0,
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

/**
 * The part of the data that is sent with the page: throughput, the shown metric, the verdicts of what is shown, and CPU
 * per operation of base and judged version. A small table is complete.
 */
export function toInitialPayload(data: ServersData, state: Shown): ServersData {
  const selection = toServersSelection(data, state);
  const judged = selection.servers.map((server) => shownVerdicts(data, server));
  const servers = data.servers.map((server, index) => ({ ...server, judged: judged[index] ?? null }));
  if (numbersOf(data) <= INLINE_NUMBERS) return { ...data, servers };
  const whole = new Set<ServersMetric>(['throughput', selection.metric]);
  const metrics = new Set(servers.flatMap(({ values }) => Object.keys(values) as ServersMetric[]));
  return {
    ...data,
    servers: servers.map((server, index): ServerData => {
      const { throughput, cpu_us_per_op: cpu } = server.values;
      const shown = server.values[selection.metric];
      const own = selection.servers[index];
      const kept = [own?.base ?? null, own?.columnOf[selection.judged] ?? null];
      return {
        ...server,
        values: {
          ...(throughput ? { throughput } : {}),
          ...(cpu ? { cpu_us_per_op: cpu.map((cells) => onlyIn(cells, kept)) } : {}),
          ...(shown ? { [selection.metric]: shown } : {}),
        },
        // The verdicts rest on these; another base needs them.
        noise: server.noise && { ...server.noise, pairs: [] },
        repeats: null,
        spread: null,
        sources: {},
      };
    }),
    missing: [...metrics].filter((metric) => !whole.has(metric)),
  };
}

/** What `toInitialPayload` may leave out. */
export function toRest({ servers }: ServersData): ServersRest {
  return servers.map(({ values, noise, repeats, spread, sources }) => ({
    values,
    noise,
    repeats,
    spread,
    sources,
  }));
}

function numbersOf({ servers, rows }: ServersData): number {
  return servers.reduce(
    (sum, { columns, values }) => sum + rows.length * columns.length * Object.keys(values).length,
    0,
  );
}

function onlyIn(cells: readonly (number | null)[], columns: readonly (number | null)[]): (number | null)[] {
  return cells.map((value, column) => (columns.includes(column) ? value : null));
}

function shownVerdicts(data: ServersData, server: SelectedServer): ServerData['judged'] {
  const { base } = server;
  if (base === null || !server.noise) return null;
  const columns = server.columns.map((_, column) =>
    column !== base && server.columnOf.includes(column)
      ? judgeServerColumn(data, server, { base, column })
      : null,
  );
  return { base, columns };
}
