import { isOfSize } from '../results/sent-results';
import type { ServerData, ServersData } from './servers-data';
import type { ServersState } from './servers-state';

/** What comes after the page, by server: all that its initial payload left out. */
export type ServersRest = Pick<ServerData, 'values' | 'noise' | 'repeats' | 'spread' | 'sources'>[];

/** The whole data; what is drawn keeps the verdicts that it came with. */
export function withRest(data: ServersData, rest: ServersRest): ServersData {
  const servers = data.servers.map((server, index) => ({ ...server, ...rest[index] }));
  return { ...data, servers, missing: null };
}

/** True when the rest is of this table. */
export function isOfData({ servers, rows }: ServersData, rest: ServersRest): boolean {
  return (
    rest.length === servers.length &&
    rest.every(({ values }, index) =>
      isOfSize(values, { rows: rows.length, columns: servers[index]?.columns.length ?? 0 }),
    )
  );
}

/**
 * The state that can be shown with what is there: until the rest has come, base and metric stay those that the page
 * opened with.
 */
export function shownState(data: ServersData, state: ServersState, initial: ServersState): ServersState {
  if (data.missing === null || isEnough(data, state, initial)) return state;
  const isThere = !data.missing.includes(state.metric);
  return { ...state, base: initial.base, metric: isThere ? state.metric : initial.metric };
}

/** True when the state can be shown with what the page came with. */
export function isEnough(data: ServersData, state: ServersState, initial: ServersState): boolean {
  return state.base === initial.base && !data.missing?.includes(state.metric);
}
