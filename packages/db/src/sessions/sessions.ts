import { randomBytes } from 'node:crypto';
import type { Database } from '../database';
import { NotFoundError } from '../errors';
import { sha256Of } from '../import/identity';
import { parseShortId } from '../queries/parse-id';
import { findRow } from '../rows';
import type { Person, SessionView } from '../types/tokens';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * Signs a browser in, and forgets the sessions that ended. The value of the cookie has 256 random bits, so its plain
 * sha256 is stored: a reader of the database cannot sign in with it.
 *
 * @param seconds until the person has to sign in again
 * @returns what the cookie holds
 */
export async function createSession(database: Database, person: Person, seconds: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  await database.prisma.$transaction([
    database.prisma.session.deleteMany({ where: { expiresAt: { lte: new Date(now) } } }),
    database.prisma.session.create({
      data: { ...person, tokenHash: sha256Of(token), expiresAt: new Date(now + seconds * 1000) },
    }),
  ]);
  return token;
}

/** Whose session this is; null when it is none, has ended or was ended. */
export async function findSession(database: Database, token: string): Promise<Person | null> {
  if (!TOKEN.test(token)) return null;
  return findRow<Person>(
    database.pool,
    `SELECT issuer, subject, name, email, groups FROM sessions WHERE token_hash = $1 AND expires_at > now()`,
    [sha256Of(token)],
  );
}

/** Signs a browser out. One that is not signed in stays so. */
export async function endSession(database: Database, token: string): Promise<void> {
  await database.prisma.session.deleteMany({ where: { tokenHash: sha256Of(token) } });
}

/** Who is signed in, the newest first. */
export async function listSessions(database: Database): Promise<SessionView[]> {
  const rows = await database.prisma.session.findMany({
    where: { expiresAt: { gt: new Date() } },
    orderBy: { id: 'desc' },
  });
  return rows.map(({ id, issuer, subject, name, email, groups, createdAt, expiresAt }) => ({
    id: String(id),
    ...{ issuer, subject, name, email, groups },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

/**
 * Signs a person out of every browser.
 *
 * @param id of one of their sessions
 * @returns how many there were
 * @throws NotFoundError
 */
export async function endSessionsOf(database: Database, id: string): Promise<number> {
  const session = await database.prisma.session.findUnique({ where: { id: parseShortId(id, 'session') } });
  if (!session) throw new NotFoundError(`No session ${id}.`);
  const { issuer, subject } = session;
  const { count } = await database.prisma.session.deleteMany({ where: { issuer, subject } });
  return count;
}
