import { z } from 'zod';
import { cookieOf, SESSION_COOKIE, TOKEN_COOKIE } from '../access/credentials';
import { isEncrypted } from '../access/request-origin';
import type { PendingSignIn } from './provider';

const MAX_LENGTH = 4000;

/**
 * Where to go after signing in: a path of this site, whatever the address says. `//evil.example` and `/\evil.example`
 * are other sites to a browser.
 */
export function returnPath(to: string | null | undefined): string {
  const isPath = typeof to === 'string' && to.length <= MAX_LENGTH && /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(to);
  if (!isPath || !URL.canParse(to, 'http://here')) return '/';
  const { host, pathname, search } = new URL(to, 'http://here');
  // Dot segments are gone now: `/x/..//evil.example` is `//evil.example`.
  const path = pathname + search;
  return host === 'here' && !path.startsWith('//') && !path.startsWith('/sign-in') ? path : '/';
}

/** Time to type a password at the provider. */
const SECONDS = 15 * 60;
const NAME = 'basecase_sign_in';
const PATH = '/api/sign-in';

const schema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string() });

/**
 * A sign-in that is under way lives in the browser that began it, not in the database: anybody may begin one, as often
 * as they like. Nothing in it is a secret from that browser, and it is good for one return.
 */
export const pendingCookie = (pending: PendingSignIn) => ({
  name: NAME,
  value: Buffer.from(JSON.stringify(pending)).toString('base64url'),
  seconds: SECONDS,
  path: PATH,
});

export const NO_PENDING = { name: NAME, value: '', seconds: 0, path: PATH };

/** Null when this browser began none, or too long ago. */
export function readPending(headers: Headers): PendingSignIn | null {
  const value = cookieOf(headers, NAME);
  if (value === null) return null;
  try {
    const { data } = schema.safeParse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')));
    return data ?? null;
  } catch {
    // Somebody changed their own cookie: they begin again.
    return null;
  }
}

/** A browser that was signed in with a token asks for it again after this. */
export const TOKEN_SECONDS = 30 * 24 * 3600;
/** Who signed in through a provider goes there again after this; most are still signed in there. */
export const SESSION_SECONDS = 12 * 3600;

interface Cookie {
  name: string;
  value: string;
  /** 0 deletes it. */
  seconds: number;
  path?: string;
}

/**
 * A Set-Cookie header that no script can read. Lax: a link from a mail or a chat opens the page it names; requests that
 * change something are checked for where they come from (see access/auth.ts).
 *
 * @param sent headers of the request: over HTTPS the cookie is for HTTPS only
 */
function setCookie({ name, value, seconds, path = '/' }: Cookie, sent: Headers): string {
  const secure = isEncrypted(sent) ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Keeps a token that was found good. */
export const tokenCookie = (token: string): Cookie => ({
  name: TOKEN_COOKIE,
  value: token,
  seconds: TOKEN_SECONDS,
});

export const sessionCookie = (token: string): Cookie => ({
  name: SESSION_COOKIE,
  value: token,
  seconds: SESSION_SECONDS,
});

/** What signing out deletes. */
export const NO_COOKIES: Cookie[] = [TOKEN_COOKIE, SESSION_COOKIE].map((name) => ({
  name,
  value: '',
  seconds: 0,
}));

/** An answer that leads on and sets cookies; 303: whatever was sent, the next request is a GET. */
export function leadTo(location: string, sent: Headers, cookies: readonly Cookie[] = []): Response {
  const headers = new Headers({ location, 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', setCookie(cookie, sent));
  return new Response(null, { status: 303, headers });
}
