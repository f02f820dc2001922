import { type Database, findToken } from '@basecase/db';
import type { TokenRole } from '@basecase/db/types';
import { database } from '../database';
import { FailedTries } from './failed-tries';
import { networkOf } from './read-visit';
import { isLocal, isSameOrigin } from './request-origin';
import { visitOf } from './visit';

/** The cookie that the sign-in form sets; it holds the token. */
export const TOKEN_COOKIE = 'basecase_token';

export type AuthCode = 'TOKEN_MISSING' | 'TOKEN_WRONG' | 'ROLE_MISSING' | 'CROSS_SITE' | 'TOO_MANY_TRIES';

const STATUS: Record<AuthCode, 401 | 403 | 429> = {
  TOKEN_MISSING: 401,
  TOKEN_WRONG: 401,
  ROLE_MISSING: 403,
  CROSS_SITE: 403,
  TOO_MANY_TRIES: 429,
};

/** Somebody may not do what was asked for. The message is for them. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly code: AuthCode;
  /** Seconds until it may work, for TOO_MANY_TRIES. */
  readonly retryAfter: number | null;

  constructor(code: AuthCode, message: string, retryAfter: number | null = null) {
    super(message);
    this.code = code;
    this.retryAfter = retryAfter;
  }

  get status() {
    return STATUS[this.code];
  }
}

const tries = new FailedTries();

/**
 * Lets pass who may write: with a token of this role, or without any in local mode. An admin may do all that an
 * uploader may. A token that is given is looked at in local mode, too.
 *
 * @throws AuthError
 */
export async function requireRole(
  from: Request | Headers,
  role: TokenRole,
  db: Database = database(),
): Promise<void> {
  const headers = from instanceof Headers ? from : from.headers;
  const held = await heldRole(headers, db);
  if (held === null) {
    throw new AuthError('TOKEN_MISSING', 'Writing needs a token: send "Authorization: Bearer …" or sign in.');
  }
  if (role === 'admin' && held !== 'admin') {
    throw new AuthError('ROLE_MISSING', 'This needs a token with the role admin.');
  }
}

/**
 * What the visitor may do, for pages that show what can be done. Never throws for a wrong token.
 *
 * @returns null for who may only read
 */
export async function findRole(headers: Headers, db: Database = database()): Promise<TokenRole | null> {
  try {
    return await heldRole(headers, db);
  } catch (error) {
    if (error instanceof AuthError) return null;
    throw error;
  }
}

/**
 * Who does this, for histories: the name of the token, or `local`. For requests that `requireRole` let pass.
 */
export async function actorOf(headers: Headers, db: Database = database()): Promise<string> {
  const bearer = bearerOf(headers);
  if (bearer === null && isLocal(headers)) return 'local';
  const token = await findToken(db, bearer ?? cookieOf(headers) ?? '');
  return token?.name ?? 'unknown';
}

/** The role of a token that somebody gave; a wrong one is counted as a try. @throws AuthError TOKEN_WRONG, TOO_MANY_TRIES */
export async function checkToken(token: string, headers: Headers, db: Database): Promise<TokenRole> {
  // First, whoever else sends wrong ones from the same address: one look at an index, by the hash of the token.
  const found = await findToken(db, token);
  if (found) return found.role;
  const network = networkOf(visitOf(headers).address);
  const wait = tries.secondsToWait(network);
  if (wait > 0) {
    throw new AuthError('TOO_MANY_TRIES', `Too many wrong tokens. Try again in ${wait} s.`, wait);
  }
  tries.count(network);
  throw new AuthError('TOKEN_WRONG', 'Unknown or revoked token.');
}

async function heldRole(headers: Headers, db: Database): Promise<TokenRole | null> {
  const bearer = bearerOf(headers);
  if (bearer !== null) return checkToken(bearer, headers, db);
  // From here on the right to write is the browser's, not the request's: another site's page must not borrow it.
  const cookie = cookieOf(headers);
  const local = isLocal(headers);
  if (cookie === null && !local) return null;
  if (!isSameOrigin(headers))
    throw new AuthError('CROSS_SITE', 'Requests from other sites cannot write here.');
  return local ? 'admin' : checkToken(cookie ?? '', headers, db);
}

function bearerOf(headers: Headers): string | null {
  const header = headers.get('authorization');
  if (header === null) return null;
  return /^Bearer +(\S+) *$/i.exec(header)?.[1] ?? '';
}

function cookieOf(headers: Headers): string | null {
  const cookies = headers.get('cookie')?.split(';') ?? [];
  const own = cookies.map((text) => text.trim()).find((text) => text.startsWith(`${TOKEN_COOKIE}=`));
  return own?.slice(TOKEN_COOKIE.length + 1) || null;
}
