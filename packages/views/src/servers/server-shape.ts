import type { ServersModel } from './prepare-servers';
import type { SelectedServer, ServersSelection } from './servers-selection';

/** What a server's part of the table has besides its ratios. */
export interface ServerShape {
  hasAbsolute: boolean;
  hasCosts: boolean;
}

export function shapeOf(server: SelectedServer, { selection }: ServersModel): ServerShape {
  const cost = selection.metric === 'throughput' ? 'cpu_us_per_op' : selection.metric;
  return { hasAbsolute: !server.isRatioTable, hasCosts: server.values[cost] !== undefined };
}

/** CPU costs can't be compared between servers while nobody said how many cores this one has. */
export function asksForCores({ server, values, isRatioTable }: SelectedServer, { metric }: ServersSelection) {
  return (
    server.cores === null && !isRatioTable && metric === 'throughput' && values.cpu_us_per_op === undefined
  );
}

export function columnsOf({ hasAbsolute, hasCosts }: ServerShape, keys: number): number {
  return Number(hasAbsolute) + keys + (hasCosts ? 2 : 0);
}
