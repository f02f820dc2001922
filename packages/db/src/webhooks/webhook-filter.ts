import { SettingError } from '../errors';
import { findRow, type Queries } from '../rows';
import { noServerText } from '../servers/get-server';
import type { WebhookFilter } from '../types/webhooks';

/** A filter with the id of its server; null: the filter has none, or its server was deleted. */
export interface ResolvedFilter extends WebhookFilter {
  serverId: number | null;
}

export interface FilteredRecord {
  serverId: number;
  product: string;
  /** Null of a release. */
  branch: string | null;
  /** First bad / last good version; null of a stop. */
  ratio: number | null;
}

/** Ratios are doubles: 1 − 0.9 is a little below 10%. */
const ROUNDING = 1e-9;

/** True if all parts of a filter fit; a test that stopped working is as large as any minimum. */
export function passesFilter(record: FilteredRecord, filter: ResolvedFilter): boolean {
  const { server, serverId, product, branch, minPercent } = filter;
  return (
    (server === undefined || record.serverId === serverId) &&
    (product === undefined || record.product === product) &&
    (branch === undefined || record.branch === branch) &&
    (minPercent === undefined ||
      record.ratio === null ||
      Math.abs(record.ratio - 1) * 100 >= minPercent - ROUNDING)
  );
}

/**
 * The filter as it is stored: the server by its slug, named by slug or name, without empty parts.
 *
 * @throws SettingError for a server or product that is not there, since such a webhook would never announce anything;
 *   for a minimum outside 0 to 100
 */
export async function checkFilter(client: Queries, filter: WebhookFilter): Promise<WebhookFilter> {
  const { server, product, branch, minPercent } = filter;
  const found = await findRow<{ server: string | null; product: string | null }>(
    client,
    `SELECT (SELECT slug FROM servers WHERE slug = kept_server($1) OR name = $1
       ORDER BY (slug = kept_server($1)) DESC, id LIMIT 1) AS server,
       (SELECT name FROM products WHERE lower(name) = lower($2)) AS product`,
    [server ?? '', product ?? ''],
  );
  if (server && !found?.server) throw new SettingError(await noServerText(client, server));
  if (product && !found?.product) throw new SettingError(`No product "${product}".`);
  if (minPercent !== undefined && !(minPercent >= 0 && minPercent <= 100))
    throw new SettingError('The smallest change is a number from 0 to 100 (percent).');
  return {
    ...(found?.server && { server: found.server }),
    ...(found?.product && { product: found.product }),
    ...(branch && { branch }),
    ...(minPercent !== undefined && { minPercent }),
  };
}
