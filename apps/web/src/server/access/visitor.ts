import type { Database } from '@basecase/db/database';
import { findSession } from '@basecase/db/sessions/sessions';
import { findToken } from '@basecase/db/tokens/tokens';
import type { Person, TokenRole } from '@basecase/db/types';
import { env } from '../../env';
import { AuthError } from './auth-error';
import { readCredentials } from './credentials';
import { FailedTries } from './failed-tries';
import { networkOf } from './read-visit';
import { isLocal } from './request-origin';
import { visitOf } from './visit';

/** Who sent a request, as far as they showed it. */
export interface Visitor {
  /** For histories: the name of the token, the e-mail address of who signed in, or `local`. */
  name: string;
  role: TokenRole;
  /** The browser showed it by itself: a page of another site must not borrow it to write. */
  isAmbient: boolean;
}

const tries = new FailedTries();

/**
 * The sender of a request; null without valid credentials. A token in the header is read first, also in local
 * mode.
 *
 * @throws AuthError TOKEN_WRONG, TOO_MANY_TRIES
 */
export async function findVisitor(headers: Headers, db: Database): Promise<Visitor | null> {
  const { token, isBasic, tokenCookie, sessionCookie } = readCredentials(headers);
  if (token !== null) return { ...(await checkToken(token, headers, db)), isAmbient: isBasic };
  if (isLocal(headers)) return { name: 'local', role: 'admin', isAmbient: true };
  if (tokenCookie !== null) return { ...(await checkToken(tokenCookie, headers, db)), isAmbient: true };
  const person = sessionCookie === null ? null : await findSession(db, sessionCookie);
  const role = person && roleOf(person);
  return person && role && { name: person.name, role, isAmbient: true };
}

/** Whose token this is; a wrong one is counted as a try. @throws AuthError TOKEN_WRONG, TOO_MANY_TRIES */
export async function checkToken(
  token: string,
  headers: Headers,
  db: Database,
): Promise<{ name: string; role: TokenRole }> {
  // First, whoever else sends wrong ones from the same address: one look at an index, by the hash of the token.
  const found = await findToken(db, token);
  if (found) return { name: found.name, role: found.role };
  const network = networkOf(visitOf(headers).address);
  const wait = tries.secondsToWait(network);
  if (wait > 0) {
    throw new AuthError('TOO_MANY_TRIES', `Too many wrong tokens. Try again in ${wait} s.`, wait);
  }
  tries.count(network);
  throw new AuthError('TOKEN_WRONG', 'Unknown or revoked token.');
}

/**
 * Rights of a visitor whom the provider vouched for, by the current settings; null without any. Without a list
 * of readers everybody whom the provider lets in may read; writing needs a name in the settings.
 */
export function roleOf(person: Pick<Person, 'issuer' | 'email' | 'groups'>): TokenRole | null {
  const {
    BASECASE_OIDC_ISSUER: issuer,
    BASECASE_OIDC_READERS: readers,
    BASECASE_OIDC_UPLOADERS: uploaders,
    BASECASE_OIDC_ADMINS: admins,
  } = env();
  // Of a provider that was set before: its word counts no more.
  if (issuer === null || person.issuer !== issuer) return null;
  if (isNamed(person, admins)) return 'admin';
  if (isNamed(person, uploaders)) return 'upload';
  return readers.length === 0 || isNamed(person, readers) ? 'reader' : null;
}

/** By verified e-mail address, `@domain` of it, or group. */
function isNamed({ email, groups }: Pick<Person, 'email' | 'groups'>, entries: readonly string[]): boolean {
  const address = email?.toLowerCase() ?? null;
  return entries.some((entry) => {
    if (!entry.includes('@')) return groups.includes(entry);
    const wanted = entry.toLowerCase();
    return wanted.startsWith('@') ? address?.endsWith(wanted) === true : address === wanted;
  });
}
