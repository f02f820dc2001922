import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPublicPermalink } from '@basecase/db/permalinks/get-permalink';
import { env } from '../../env';
import { processDatabase } from '../database';
import { logError } from '../log';
import { AuthError } from './auth-error';
import { isAgentRoute, isOpenRoute, permalinkAsked } from './open-routes';
import { type Refusal, wantsPage } from './refusal';
import { findVisitor } from './visitor';

/** True when everything but public permalinks asks for a token or a sign-in. */
export function isReadingClosed(): boolean {
  return env().BASECASE_READING === 'closed';
}

/**
 * Why a request may not read; null when it may. The one place that decides it, before Next.js sees the request: it holds
 * for pages, their data and images, the API, procedures and actions alike, for present and future routes.
 */
export async function whyClosed(request: IncomingMessage): Promise<Refusal | null> {
  if (isOpenRoute(request)) return null;
  try {
    const slug = permalinkAsked(request);
    if (slug !== null && (await isPublicPermalink(processDatabase(), slug))) return null;
    const visitor = await findVisitor(toHeaders(request), processDatabase());
    if (visitor?.role === 'agent' && !isAgentRoute(request)) {
      return askWho(
        request,
        new AuthError('ROLE_MISSING', 'A token with the role agent reads nothing here.'),
      );
    }
    return visitor ? null : askWho(request, null);
  } catch (error) {
    if (error instanceof AuthError) return askWho(request, error);
    logError('access', error);
    return {
      status: 503,
      code: 'DATABASE_UNAVAILABLE',
      title: 'The database does not respond',
      text: 'Reading is closed here, and who you are cannot be looked up now. Try again in a moment.',
      headers: { 'retry-after': '5' },
    };
  }
}

const PRIVATE = 'private, no-store';
const VARY = 'Cookie, Authorization';

/** What else an answer depends on, after who asked. */
function varyOf(value: number | string | readonly string[]): string {
  const others = [value].flat().join(', ').split(VARY).join('').split(',');
  return [VARY, ...others.map((name) => name.trim()).filter(Boolean)].join(', ');
}

/**
 * Answers are private to their visitor: no cache may keep one for others, even where a route allows it. Content that is equal for
 * everybody stays as it is.
 */
export function keepPrivate(request: IncomingMessage, response: ServerResponse): void {
  if (/^\/(_next\/static\/|icon\.svg)/.test(request.url ?? '')) return;
  const set = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    const key = name.toLowerCase();
    if (key === 'cache-control') return set(name, PRIVATE);
    return set(name, key === 'vary' ? varyOf(value) : value);
  };
  set('cache-control', PRIVATE);
  set('vary', VARY);
}

/** Browsers are redirected to the sign-in page, and back; programs get an answer that names the header to send. */
function askWho(request: IncomingMessage, error: AuthError | null): Refusal {
  const { url = '/', method } = request;
  if (isNavigation(request) && (method === 'GET' || method === 'HEAD')) {
    const headers = { location: `/sign-in?to=${encodeURIComponent(url)}` };
    const text = 'Reading is closed here. Sign in, or open the link with a token.';
    return { status: 303, code: 'SIGN_IN', title: 'Sign in', text, headers };
  }
  const status = error?.status ?? 401;
  const basic = 'Basic realm="Basecase: a token as the password", charset="UTF-8"';
  // A script of a page gets no Basic: the browser would show its own password dialog.
  const schemes =
    request.headers['sec-fetch-mode'] === undefined
      ? ['Bearer realm="basecase"', basic]
      : ['Bearer realm="basecase"'];
  return {
    status,
    code: error?.code ?? 'TOKEN_MISSING',
    title: 'Reading is closed here',
    text:
      error?.message ??
      'Send a token as "Authorization: Bearer …" or as the password of HTTP Basic, or sign in at /sign-in.',
    headers: {
      ...(status === 401 && { 'www-authenticate': schemes }),
      ...(error?.retryAfter && { 'retry-after': String(error.retryAfter) }),
    },
  };
}

/** Also of an address under /api: a link to a CSV file is opened like a page. */
function isNavigation(request: IncomingMessage): boolean {
  return request.headers['sec-fetch-mode'] === 'navigate' || wantsPage(request);
}

function toHeaders({ headers }: IncomingMessage): Headers {
  const copy = new Headers();
  for (const name of ['authorization', 'cookie', 'host']) {
    const value = headers[name];
    if (typeof value === 'string') copy.set(name, value);
  }
  return copy;
}
