import { throughputRatio, type Verdict } from '@basecase/analysis';
import { benchmarkModel, metricOf } from '@basecase/ingest/model';
import { relative } from '../results/relative';
import { serverNames } from '../text/server-name';
import type { JudgedColumn } from '../verdict/column-note';
import { verdictOfLetter } from '../verdict/verdict-letters';
import { baseColumn } from './column-keys';
import { judgeServerColumn } from './judge-servers';
import type { ServerData, ServersData } from './servers-data';
import type { ServersMetric, ServersState } from './servers-state';

/** A server with what the state makes of it. */
export interface SelectedServer extends ServerData {
  /** Shortest name that is unique on the page: `8-core`. */
  label: string;
  /** Index of the base column; null when the product was not run. */
  base: number | null;
  /** Indexes of the columns of the shown keys, one for each; null where the server does not have it. */
  columnOf: (number | null)[];
  /** Only ratios were published: there is no QPS to show. */
  isRatioTable: boolean;
}

export interface ServersSelection {
  data: ServersData;
  servers: SelectedServer[];
  /** Shown keys without the base, in release order: the ratio columns of each server. */
  keys: string[];
  /** Index in `keys` of the version that is judged. */
  judged: number;
  base: string;
  metric: ServersMetric;
  threshold: number;
  /** What is in force. Verdicts know the noise of throughput only. */
  rule: ServersState['rule'];
}

/** Resolves a state against what is there. */
export function toServersSelection(
  data: ServersData,
  state: Pick<ServersState, 'base' | 'metric' | 't' | 'rule'>,
): ServersSelection {
  const base = data.keys.includes(state.base) ? state.base : data.base;
  const labels = serverNames(data.servers.map(({ server }) => server));
  const keys = data.keys.filter((key) => key !== base);
  const servers = data.servers.map((server, index): SelectedServer => {
    const { workload, columns } = server;
    return {
      ...server,
      label: labels[index] ?? server.server.name,
      base: baseColumn(data.product, columns, { base, own: workload.relativeTo?.base ?? null }),
      columnOf: keys.map((key) => {
        const column = columns.findIndex((each) => each.key === key);
        return column === -1 ? null : column;
      }),
      isRatioTable: workload.relativeTo !== null,
    };
  });
  const metric = data.servers.some(({ values }) => values[state.metric]) ? state.metric : 'throughput';
  return {
    data,
    servers,
    keys,
    judged: judgedKey(keys, servers),
    base,
    metric,
    threshold: state.t,
    rule: metric === 'throughput' && knowsNoise(data) ? state.rule : 'thresholds',
  };
}

/** True when some server has values of the metric, also while they are on their way. */
export function isRecorded({ servers, missing }: ServersData, metric: ServersMetric): boolean {
  return (missing ?? []).includes(metric) || servers.some(({ values }) => values[metric] !== undefined);
}

/** True when each server can be judged by its own noise. */
export function knowsNoise({ servers }: ServersData): boolean {
  return servers.every(({ noise }) => noise !== null);
}

/** What is said of a version on a server; null for the base, where it was not run, and while thresholds judge. */
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

/** Names of the servers in a sentence: by clients where that tells all apart, else by class. */
export function serverPhrases(servers: readonly SelectedServer[]): string[] {
  const clients = servers.map(({ workload }) => workload.clients);
  const areDifferent = new Set(clients).size === servers.length && !clients.includes(null);
  return servers.map(({ label, workload }) =>
    areDifferent ? `at ${workload.clients} ${workload.clients === 1 ? 'client' : 'clients'}` : `on ${label}`,
  );
}

/** Key of a version as it stands in a head: without the config where no other key has the version. */
export function keyLabel(keys: readonly string[], key: string): string {
  const [version = key] = key.split(' ');
  const isUnique = keys.filter((each) => each.split(' ')[0] === version).length === 1;
  return isUnique ? version : key;
}
