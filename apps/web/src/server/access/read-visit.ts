import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { FORWARDED_HEADERS, type Visit } from './visit';

/** The part of a request that says where it comes from. */
export type Arrival = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } };

/**
 * Reads the sender of a request. A proxy's statement about the client counts only when the connection is from a proxy that is
 * trusted; of several addresses the last one that does not belong to a trusted proxy is the client's.
 *
 * @param proxies from `proxyList`
 */
export function readVisit({ headers, socket }: Arrival, proxies: BlockList): Visit {
  const peer = plainAddress(socket.remoteAddress ?? '');
  const isForwarded = FORWARDED_HEADERS.some((name) => headers[name] !== undefined);
  const host = headers.host ?? null;
  if (!isIn(proxies, peer)) return { address: peer || null, host, scheme: 'http', isForwarded };
  const hops = listOf(headers['x-forwarded-for']).map(plainAddress);
  const client = hops.findLast((hop) => !isIn(proxies, hop)) ?? hops[0];
  return {
    address: client && (isIPv4(client) || isIPv6(client)) ? client : peer,
    host: listOf(headers['x-forwarded-host']).at(-1) ?? host,
    scheme: listOf(headers['x-forwarded-proto']).at(-1) === 'https' ? 'https' : 'http',
    isForwarded,
  };
}

/** @param networks addresses and networks: `10.0.0.0/8`, `::1` */
export function proxyList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/**
 * Key by which wrong tokens are counted: an IPv4 address, or the /64 network that a single IPv6 customer has at least.
 */
export function networkOf(address: string | null): string {
  if (address === null || !isIPv6(address)) return address ?? 'unknown';
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  const zeros = address.includes('::') ? Math.max(0, 8 - groups.length - rest.length) : 0;
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** IPv4 in IPv6 as IPv4, without a port: proxies write `1.2.3.4:567` and `[::1]:567`, too. */
function plainAddress(text: string): string {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  return mapped && isIPv4(mapped) ? mapped : bare;
}

function isIn(list: BlockList, address: string): boolean {
  if (isIPv4(address)) return list.check(address, 'ipv4');
  return isIPv6(address) && list.check(address, 'ipv6');
}

function listOf(header: string | string[] | undefined): string[] {
  return String(header ?? '')
    .split(',')
    .flatMap((text) => text.trim() || []);
}
