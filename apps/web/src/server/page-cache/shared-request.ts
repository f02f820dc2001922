import type { IncomingMessage } from 'node:http';
import type { Visit } from '../access/visit';

/**
 * Inputs of an answer that visitors share. It is made from these and nothing else of the request: anything not
 * here can't show in it.
 */
export interface SharedRequest {
  /** Path and query as they were asked for. */
  url: string;
  /** Where the making of the answer waits for its turn. */
  lane: 'render' | 'image';
  headers: Readonly<Record<string, string>>;
  /** Without the address of the client. */
  visit: Visit;
  /** Equal for equal requests. */
  key: string;
}

/**
 * Pages and answers that follow from the database and the address. What shows progress (uploads), secrets (tokens,
 * webhooks) or a file is not here.
 */
const SHARED_PATHS: readonly RegExp[] = [
  /^\/$/,
  /^\/(compare|servers|trends|insert-benchmark|fsync|tproc-c|db-bench|pgbench|clients|report|runs|noise|method|regressions|search|series)$/,
  /^\/(runs|r|p|embed|servers)\/[^/]+$/,
  /^\/(r|p|regressions)\/[^/]+\/opengraph-image$/,
  /^\/compare\/image$/,
  /^\/image\/[^/]+$/,
  /^\/api\/(compare\/(values|data)|servers\/rest)$/,
  /^\/p\/[^/]+\/data$/,
  /^\/api\/v1\/(compare|report|regressions|(events|regressions)\.atom|search)$/,
  /^\/api\/v1\/(permalinks|views)\/[^/]+$/,
];

/** Nobody's address is longer; keys are held in memory. */
const MAX_URL = 2048;

/** Rights, parts of a page, and requests of other kinds: answered for this visitor alone. */
const OF_ITS_OWN =
  /^(authorization|origin|range|rsc|next-.*|x-nextjs-.*|x-middleware-.*|content-length|transfer-encoding)$/;
/** Cookies of this app carry rights; those of other servers on the same host mean nothing here. */
const OWN_COOKIE = /basecase/i;

/**
 * The part of a request that its answer may depend on.
 *
 * @param visit from the gate, which has looked at what of the request can be believed
 * @returns null when the answer belongs to this visitor alone: it is made for each request
 */
export function sharedRequestOf(
  request: IncomingMessage,
  visit: Visit,
  lane: SharedRequest['lane'],
): SharedRequest | null {
  const { method, url = '', headers } = request;
  if ((method !== 'GET' && method !== 'HEAD') || url.length > MAX_URL) return null;
  const path = url.split('?', 1)[0] ?? '';
  if (!SHARED_PATHS.some((pattern) => pattern.test(path))) return null;
  if (Object.keys(headers).some((name) => OF_ITS_OWN.test(name))) return null;
  if (OWN_COOKIE.test(headers.cookie ?? '')) return null;
  const { host, scheme, isForwarded } = visit;
  if (host === null) return null;
  // Another site's page borrows no rights: those who come from there see what visitors without rights see.
  const site = headers['sec-fetch-site'];
  const isCrossSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  return {
    url,
    lane,
    headers: {
      host: headers.host ?? host,
      'x-forwarded-host': String(headers['x-forwarded-host'] ?? host),
      'x-forwarded-proto': scheme,
      ...(isCrossSite && { 'sec-fetch-site': 'cross-site' }),
    },
    visit: { address: null, host, scheme, isForwarded },
    key: JSON.stringify([
      url,
      headers.host,
      headers['x-forwarded-host'],
      host,
      scheme,
      isForwarded,
      isCrossSite,
    ]),
  };
}
