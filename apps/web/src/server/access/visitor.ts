import type { Database } from '@basecase/db/database';
import { findSession } from '@basecase/db/sessions/sessions';
import { findToken } from '@basecase/db/tokens/tokens';
import type { Person, TokenRole } from '@basecase/db/types';
import { env } from '../../env';
import { AuthError } from './auth-error';
import { readCredentials } from './credentials';
import { networkOf } from './read-visit';
import { isLocal } from './request-origin';
import { visitOf } from './visit';

/** Tries with a wrong token that one address has within the window before it must wait. */
export const MAX_TRIES = 10;
/** Tries that all addresses together have: limits a client with many addresses. */
export const MAX_ALL_TRIES = 1000;
export const WINDOW_MS = 60_000;

/** Addresses remembered at most: an attacker with a network of them must not fill the memory. */
const MAX_ADDRESSES = 10_000;

interface Tries {
  count: number;
  endsAt: number;
}

/**
 * Counts wrong tokens, by address and all together.
 *
 * In the memory of this process, not in PostgreSQL: a token has 256 random bits, so guessing is hopeless at any speed.
 * The limit tells a script with a wrong token to stop. It never keeps a good token out: each one is looked up first, by
 * its hash, so a visitor can't lock out others who share the address.
 */
export class FailedTries {
  readonly #byAddress = new Map<string, Tries>();
  readonly #now: () => number;
  #all: Tries = { count: 0, endsAt: 0 };

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @returns seconds until the address may try again, 0 when it may now */
  secondsToWait(address: string): number {
    return Math.max(
      this.#secondsLeft(this.#byAddress.get(address), MAX_TRIES),
      this.#secondsLeft(this.#all, MAX_ALL_TRIES),
    );
  }

  count(address: string): void {
    this.#all = this.#next(this.#all);
    const before = this.#byAddress.get(address);
    const tries = this.#next(before);
    // Windows are in the order they began in.
    if (tries !== before) this.#byAddress.delete(address);
    this.#byAddress.set(address, tries);
    const [oldest] = this.#byAddress.keys();
    if (this.#byAddress.size > MAX_ADDRESSES && oldest !== undefined) this.#byAddress.delete(oldest);
  }

  #secondsLeft(tries: Tries | undefined, limit: number): number {
    const left = tries && tries.count >= limit ? tries.endsAt - this.#now() : 0;
    return Math.max(0, Math.ceil(left / 1000));
  }

  #next(tries: Tries | undefined): Tries {
    const now = this.#now();
    if (!tries || tries.endsAt <= now) return { count: 1, endsAt: now + WINDOW_MS };
    tries.count += 1;
    return tries;
  }
}

/** Who sent a request, as far as they showed it. */
export interface Visitor {
  /** For histories: the name of the token, the e-mail address of who signed in, or `local`. */
  name: string;
  role: TokenRole;
  /** The browser showed it by itself: a page of another site must not borrow it to write. */
  isAmbient: boolean;
}

/** On globalThis: Next.js puts copies of this module into several bundles, and each would count for itself. */
const holder = globalThis as typeof globalThis & { basecaseTries?: FailedTries };
holder.basecaseTries ??= new FailedTries();
const tries = holder.basecaseTries;

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
