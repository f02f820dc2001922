import type { ServersModel } from './prepare-servers';
import type { SelectedServer } from './servers-selection';

/** What a server's part of the table has besides its ratios. */
export interface ServerShape {
  hasAbsolute: boolean;
  hasCosts: boolean;
}

export function shapeOf(server: SelectedServer, { selection }: ServersModel): ServerShape {
  const cost = selection.metric === 'throughput' ? 'cpu_us_per_op' : selection.metric;
  return { hasAbsolute: !server.isRatioTable, hasCosts: server.values[cost] !== undefined };
}

export function columnsOf({ hasAbsolute, hasCosts }: ServerShape, keys: number): number {
  return Number(hasAbsolute) + keys + (hasCosts ? 2 : 0);
}
