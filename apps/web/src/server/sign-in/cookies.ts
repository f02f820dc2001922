import { SESSION_COOKIE, TOKEN_COOKIE } from '../access/credentials';
import { isEncrypted } from '../access/request-origin';

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
