import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isLoopbackHost } from '@basecase/db/settings/local-mode';
import { env, isDevelopment } from '../../env';
import { onHttpServer } from '../http-server';
import { isReadingClosed, keepPrivate, whyClosed } from './closed-reading';
import { proxyList, readVisit } from './read-visit';
import { type Refusal, refuse } from './refusal';
import { isHost, isLocalMode, isSameOrigin } from './request-origin';
import { FORWARDED_HEADERS, type Visit, visits } from './visit';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Puts a gate before Next.js. It sees each request as it came, with the address of its connection, which handlers
 * cannot see: Next.js takes over the X-Forwarded-* headers that a client sends.
 */
export function guardRequests(): void {
  const handle = openGate();
  onHttpServer((server) => {
    ignoreUpgrades(server);
    const emit = server.emit.bind(server);
    server.emit = ((event: string, ...args: unknown[]) => {
      if (event !== 'request') return emit(event, ...args);
      const [request, response] = args as [IncomingMessage, ServerResponse];
      handle(request, response, () => emit('request', request, response));
      return true;
    }) as Server['emit'];
  });
}

/**
 * Next.js listens for upgrades of a connection, for its development server. Otherwise a request with an Upgrade header
 * would pass no gate, get no answer and hold its connection for ever. Without a listener Node.js answers it as any other.
 */
function ignoreUpgrades(server: Server): void {
  if (!isDevelopment()) server.removeAllListeners('upgrade');
}

/** @returns what happens to a request: it is refused, or handled within its visit */
function openGate(): (request: IncomingMessage, response: ServerResponse, next: Handle) => void {
  const proxies = proxyList(env().BASECASE_TRUSTED_PROXY);
  return (request, response, next) => {
    const visit = readVisit(request, proxies);
    const refusal = whyRefused(visit, request) ?? checkAddress(request) ?? checkForm(request, response);
    if (refusal) return refuse(request, response, refusal);
    const foreign = visits.run({ ...visit, mayRead: false }, () => whyForeign(request));
    if (foreign) return refuse(request, response, foreign);
    believeOnly(request, visit.host, visit.scheme);
    const pass = () => visits.run({ ...visit, mayRead: true }, () => next(request, response));
    if (!isReadingClosed()) return pass();
    keepPrivate(request, response);
    // The body waits: Node.js reads none without a reader. `whyClosed` throws nothing.
    void visits
      .run({ ...visit, mayRead: false }, () => whyClosed(request))
      .then((closed) => (closed ? refuse(request, response, closed) : pass()));
  };
}

/** Next.js reads these headers itself, e.g. to compare the origin of a form: it gets what is known and nothing else. */
function believeOnly({ headers }: IncomingMessage, host: string | null, scheme: string): void {
  for (const name of FORWARDED_HEADERS) delete headers[name];
  const { BASECASE_URL } = env();
  const isPublic = BASECASE_URL !== null && headers.origin === new URL(BASECASE_URL).origin;
  const shown = isPublic ? new URL(BASECASE_URL).host : host;
  if (shown !== null) headers['x-forwarded-host'] = shown;
  headers['x-forwarded-proto'] = scheme;
}

/** Monitoring asks by any name; the answer says nothing about the data. */
const HEALTH = /^\/api\/health(?:\/(?:live|ready))?\/?(\?|$)/;

/**
 * Why a request is not for this server by the host that it asks for; null when it is.
 *
 * In local mode everybody may do all, so a request must name this machine: a page elsewhere whose name points at
 * 127.0.0.1 would otherwise read everything through the visitor's browser.
 */
function whyRefused(
  { host }: Visit,
  { url = '/', headers, headersDistinct }: Pick<IncomingMessage, 'url' | 'headers' | 'headersDistinct'>,
): Refusal | null {
  if (HEALTH.test(url)) return null;
  if ((host !== null && !isHost(host)) || (headersDistinct['host']?.length ?? 0) > 1) {
    return badHeader('HOST_INVALID', 'The request needs one Host header with one host.');
  }
  if (headers.origin !== undefined && headers.origin !== 'null' && !isOrigin(headers.origin)) {
    return badHeader('ORIGIN_INVALID', 'The Origin header is not one origin.');
  }
  if (!isLocalMode() || isLoopbackHost(host)) return null;
  return {
    status: 421,
    code: 'HOST_NOT_LOCAL',
    title: 'Not the name of this machine',
    text:
      `This Basecase is in local mode: it answers only to names of the machine it runs on, such as localhost or ` +
      `127.0.0.1, and was asked for "${host ?? ''}". To reach it by another name, start it with HOST or, behind a ` +
      'proxy, with BASECASE_URL and BASECASE_TRUSTED_PROXY; writing then needs a token.',
  };
}

function badHeader(code: string, text: string): Refusal {
  return { status: 400, code, title: 'Bad request', text };
}

/**
 * Why a form or an action of a page is not taken: another site's page sent it. Next.js looks at that too, and then
 * breaks off its answer and writes an error into the log. The interfaces under /api/ and /mcp decide for themselves.
 */
function whyForeign({ method = 'GET', url = '/', headers }: IncomingMessage): Refusal | null {
  if (/^(?:GET|HEAD|OPTIONS)$/.test(method) || /^\/(?:api|mcp)(?:[/?]|$)/i.test(url)) return null;
  const shown = new Headers();
  for (const name of ['sec-fetch-site', 'origin'] as const) {
    const value = headers[name];
    if (typeof value === 'string') shown.set(name, value);
  }
  if (isSameOrigin(shown)) return null;
  const text = 'Forms and actions of this page are taken from its own site only.';
  return { status: 403, code: 'CROSS_SITE', title: 'From another site', text };
}

/** Scheme, host and port, of any scheme: extensions of browsers have their own. */
function isOrigin(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s/,]*$/i.test(text) && URL.canParse(text);
}

/** No route: what Next.js draws its page for unknown addresses for. */
const NOWHERE = '/no-such-page';

/** A slash within a segment: no name here has one, and what it leads to differs from reader to reader. */
const ENCODED_SLASH = /%2f|%5c|\\/i;
/** Zero, which PostgreSQL holds in no text, and other bytes that no address of this app has. */
const CONTROL = /\p{Cc}/u;

/**
 * Looks at an address before anyone decodes it. One that cannot be decoded, or holds what no name can hold, is
 * refused for programs, and for pages leads to the page that says there is nothing; never to an error.
 */
function checkAddress(request: IncomingMessage): Refusal | null {
  const url = request.url ?? '/';
  if (isGood(url)) return null;
  if (!url.toLowerCase().startsWith('/api/')) {
    request.url = NOWHERE;
    return null;
  }
  return {
    status: 400,
    code: 'ADDRESS_INVALID',
    title: 'Bad request',
    text: 'The address has characters that no path or parameter can have, or an incomplete % sequence.',
  };
}

function isGood(url: string): boolean {
  const [path = '', ...query] = url.split('?');
  if (!path.startsWith('/') || ENCODED_SLASH.test(path) || /%00/.test(query.join('?'))) return false;
  try {
    const decoded = decodeURIComponent(path);
    return !CONTROL.test(decoded) && !decoded.split('/').some((part) => part === '..' || part === '.');
  } catch {
    // Half a % sequence, or bytes that are no UTF-8.
    return false;
  }
}

/** Forms of pages are small; Next.js reads no more of one either. */
const MAX_BYTES = 1024 * 1024;

/**
 * Next.js takes every multipart body that is sent to a page for a form, and ends with 500 for one that is none. Without a
 * boundary it is refused here. Otherwise its bytes are looked at on their way, and a 500 becomes 400 when they are not a form; an error of the app stays one.
 */
export function checkForm(request: IncomingMessage, response: ServerResponse): Refusal | null {
  const type = request.headers['content-type'] ?? '';
  if (/^\/api\//i.test(request.url ?? '') || !/^multipart\//i.test(type)) return null;
  const found = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) {
    return {
      status: 400,
      code: 'FORM_INVALID',
      title: 'Bad request',
      text: 'The body is not a form: its content type names no boundary.',
    };
  }
  const body = keepBody(request);
  let status = response.statusCode;
  Object.defineProperty(response, 'statusCode', {
    get: () => status,
    set: (next: number) => {
      status = next === 500 && !isForm(body(), boundary) ? 400 : next;
    },
  });
  return null;
}

/** Begins and ends as RFC 2046, 5.1.1 has it, and each part has a name. */
function isForm(body: Buffer | null, boundary: string): boolean {
  if (body === null) return true;
  const parts = body.toString('latin1').split(`--${boundary}`);
  return (
    parts.length > 2 &&
    parts[0] === '' &&
    /^--\s*$/.test(parts.at(-1) ?? '') &&
    parts.slice(1, -1).every((part) => /^\r\ncontent-disposition: *form-data; *name=/i.test(part))
  );
}

/** Sees what arrives without taking it. @returns the bytes so far; null when there are more than a form has */
function keepBody(request: IncomingMessage): () => Buffer | null {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (Buffer.isBuffer(chunk)) {
      bytes += chunk.length;
      if (bytes <= MAX_BYTES) chunks.push(Buffer.from(chunk));
      else chunks.length = 0;
    }
    return push(chunk, encoding);
  };
  return () => (bytes <= MAX_BYTES ? Buffer.concat(chunks) : null);
}
