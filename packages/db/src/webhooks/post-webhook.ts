import { lookup } from 'node:dns';
import { lookup as lookupAll } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';

const PRIVATE = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // The host's own service for machines in Azure, at an address that looks public.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE.addSubnet(address, bits, 'ipv4');
}
/** Of IPv6 only what is given out as public counts as public, without the ranges in it that lead to IPv4 addresses. */
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6');
const NOT_PUBLIC_V6 = new BlockList();
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  NOT_PUBLIC_V6.addSubnet(address, bits, 'ipv6');
}

/**
 * True for an address that is not on the public internet: this machine, its network, its cloud's own services. A text other than an address counts as private.
 */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return PRIVATE.check(address, 'ipv4');
  if (isIP(address) !== 6) return true;
  return !PUBLIC_V6.check(address, 'ipv6') || NOT_PUBLIC_V6.check(address, 'ipv6');
}

/** A receiver that has not answered by then is tried again later. */
const TIMEOUT_MS = 10_000;

/** Why a message was not taken. The text is stored and shown to admins. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  /** Status of the answer, null when there was none. */
  readonly status: number | null;
  /** True when trying again can't help. */
  readonly isFinal: boolean;

  constructor(
    message: string,
    { status = null, isFinal = false }: { status?: number | null; isFinal?: boolean } = {},
  ) {
    super(message);
    this.status = status;
    this.isFinal = isFinal;
  }
}

export interface WebhookMessage {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Whether addresses of this machine and its network may be called. */
  allowPrivate: boolean;
  /** How long an answer may take; default 10 s. */
  timeoutMs?: number;
  /** Longest body of an answer that is read. Default: none is. */
  mostCharacters?: number;
}

/**
 * Sends one message. Users with the right to create webhooks could otherwise make this server call its own network, so
 * names are looked up once, and the address that was checked is the one that is called; redirects are not followed.
 *
 * @returns the status of the answer, 200 to 299, and its body if it was asked for
 * @throws DeliveryError
 */
export async function postWebhook({
  url,
  headers,
  body,
  allowPrivate,
  timeoutMs = TIMEOUT_MS,
  mostCharacters = 0,
}: WebhookMessage): Promise<{ status: number; text: string }> {
  const target = checkUrl(url, allowPrivate);
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(
      target,
      {
        method: 'POST',
        agent: false,
        lookup: allowPrivate ? lookup : publicLookup(),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'basecase',
          ...headers,
        },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => answerOf(response, mostCharacters).then(resolve, fail),
    );
    const fail = (error: Error) => reject(toDeliveryError(error, timeoutMs));
    sent.on('error', fail);
    sent.end(body);
  });
  const { status } = answer;
  if (status >= 200 && status < 300) return answer;
  const what =
    status >= 300 && status < 400 ? 'It answered with a redirect, which is not followed' : 'It answered';
  throw new DeliveryError(`${what}: status ${status}.`, { status });
}

/** A body that was not asked for may be long, and is not read. */
async function answerOf(
  response: IncomingMessage,
  mostCharacters: number,
): Promise<{ status: number; text: string }> {
  let text = '';
  response.on('error', () => {});
  if (mostCharacters > 0) {
    response.setEncoding('utf8');
    for await (const part of response) {
      text += part;
      if (text.length > mostCharacters) break;
    }
  }
  response.destroy();
  return { status: response.statusCode ?? 0, text };
}

/** One address, without what separates several: `mailto:` is optional. */
const ADDRESS = /^(?:mailto:)?([^\s@<>,;:"()[\]\\?&%]+@[^\s@<>,;:"()[\]\\?&%]+)$/i;

/** The address of a mail. @throws DeliveryError */
export function mailAddress(url: string): string {
  const address = ADDRESS.exec(url.trim())?.[1];
  if (!address) throw new DeliveryError('This is not an address of a mail.', { isFinal: true });
  return address;
}

/**
 * Looks at what can be known before the name is looked up.
 *
 * @throws DeliveryError
 */
export function checkUrl(url: string, allowPrivate: boolean): URL {
  if (!URL.canParse(url)) throw new DeliveryError('This is not a URL.', { isFinal: true });
  const target = new URL(url);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    throw new DeliveryError('Only http and https are allowed.', { isFinal: true });
  }
  if (target.username !== '' || target.password !== '') {
    throw new DeliveryError('A URL with a password in it is not allowed.', { isFinal: true });
  }
  const address = target.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(address) !== 0 && isPrivateAddress(address)) throw privateError(address);
  return target;
}

/**
 * Looks up the name now, so that an admin learns at once what each delivery would refuse. A name without an address is
 * accepted: it can get one.
 *
 * @throws DeliveryError when an address of the name is private
 */
export async function refusePrivateTarget({ hostname }: URL, allowPrivate: boolean): Promise<void> {
  if (allowPrivate || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return;
  const addresses = await lookupAll(hostname, { all: true }).catch(() => []);
  const bad = addresses.find(({ address }) => isPrivateAddress(address));
  if (bad) throw privateError(bad.address);
}

function privateError(address: string): DeliveryError {
  return new DeliveryError(`${address} is a private network address, which is not allowed.`);
}

/**
 * Gives addresses to connect to only when none of them is private. What was looked up before does not count: a name may lead
 * elsewhere a second later.
 *
 * @param look asks for the addresses of a name
 */
export function publicLookup(look: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    look(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const bad = addresses.find(({ address }) => isPrivateAddress(address));
      if (bad) return callback(privateError(bad.address), []);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      callback(null, first?.address ?? '', first?.family);
    });
  };
}

function toDeliveryError(error: Error & { code?: string }, timeoutMs: number): DeliveryError {
  if (error instanceof DeliveryError) return error;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') {
    return new DeliveryError(`No response within ${timeoutMs / 1000} s.`);
  }
  return new DeliveryError(`Could not be reached: ${error.code ?? error.message}.`);
}
