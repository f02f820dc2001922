import { INLINE_NUMBERS } from '../results/sent-results';
import { judgeServerColumn } from './judge-servers';
import type { ServersRest } from './rest-data';
import type { ServerData, ServersData } from './servers-data';
import { type SelectedServer, toServersSelection } from './servers-selection';
import type { ServersMetric, ServersState } from './servers-state';

/**
 * The part of the data that the page comes with: throughput, the shown metric, the verdicts of what is shown, and CPU
 * per operation of base and judged version. A small table is complete.
 */
export function toInitialPayload(
  data: ServersData,
  state: Pick<ServersState, 'base' | 'metric' | 't' | 'rule'>,
): ServersData {
  const selection = toServersSelection(data, state);
  const judged = selection.servers.map((server) => judgedOf(data, server));
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
      const beside = [own?.base ?? null, own?.columnOf[selection.judged] ?? null];
      return {
        ...server,
        values: {
          ...(throughput ? { throughput } : {}),
          ...(cpu ? { cpu_us_per_op: cpu.map((cells) => onlyIn(cells, beside)) } : {}),
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

function judgedOf(data: ServersData, server: SelectedServer): ServerData['judged'] {
  const { base } = server;
  if (base === null || !server.noise) return null;
  const columns = server.columns.map((_, column) =>
    column !== base && server.columnOf.includes(column)
      ? judgeServerColumn(data, server, { base, column })
      : null,
  );
  return { base, columns };
}
