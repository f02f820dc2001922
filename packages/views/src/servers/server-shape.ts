import type { ServersModel } from './prepare-servers';
import type { ServerView } from './view';

/** What a server's part of the table has besides its ratios. */
export interface ServerShape {
  hasAbsolute: boolean;
  hasCosts: boolean;
}

export function shapeOf(server: ServerView, { view }: ServersModel): ServerShape {
  const cost = view.metric === 'throughput' ? 'cpu_us_per_op' : view.metric;
  return { hasAbsolute: !server.isRatioTable, hasCosts: server.values[cost] !== undefined };
}

export function columnsOf({ hasAbsolute, hasCosts }: ServerShape, keys: number): number {
  return Number(hasAbsolute) + keys + (hasCosts ? 2 : 0);
}
