import { randomBytes } from 'node:crypto';
import type { Database } from '../database';
import { NotFoundError } from '../errors';
import { sha256Of } from '../import/identity';
import { parseShortId } from '../queries/parse-id';
import { findRow } from '../rows';
import type { TokenRole, TokenView } from '../types/tokens';

/** Makes a token recognizable: in a log, in a mail, to those who search repositories for secrets. */
const PREFIX = 'bc_';
const TOKEN = /^bc_[A-Za-z0-9_-]{43}$/;

/** The time of last use is for people: it is written when it is off by more than this, not with each request. */
const USE_INTERVAL = '1 minute';

interface TokenRow {
  id: number;
  name: string;
  role: TokenRole;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

function toTokenView(row: TokenRow): TokenView {
  return {
    id: String(row.id),
    name: row.name,
    role: row.role,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

/**
 * Makes a token. It has 256 random bits, so its plain sha256 is stored: there is nothing to guess.
 *
 * @returns the token itself, which cannot be had again, and how it is listed
 */
export async function createToken(
  database: Database,
  { name, role }: { name: string; role: TokenRole },
): Promise<{ token: string; view: TokenView }> {
  const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  const row = await database.prisma.apiToken.create({ data: { name, role, tokenHash: sha256Of(token) } });
  return { token, view: toTokenView(row) };
}

/** Good ones first, the newest of them at the top. */
export async function listTokens(database: Database): Promise<TokenView[]> {
  const rows = await database.prisma.apiToken.findMany({
    orderBy: [{ revokedAt: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
  });
  return rows.map(toTokenView);
}

/**
 * Makes a token worthless, at once and for ever. One that was revoked before stays so.
 *
 * @throws NotFoundError
 */
export async function revokeToken(database: Database, id: string): Promise<TokenView> {
  const known = { id: parseShortId(id, 'token') };
  await database.prisma.apiToken.updateMany({
    where: { ...known, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  const row = await database.prisma.apiToken.findUnique({ where: known });
  if (!row) throw new NotFoundError(`No token ${id}.`);
  return toTokenView(row);
}

/** Whose token this is, null when it is none, or revoked. Remembers that it was used. */
export async function findToken(database: Database, token: string): Promise<TokenView | null> {
  if (!TOKEN.test(token)) return null;
  const row = await findRow<TokenRow>(
    database.pool,
    `WITH found AS (
       SELECT id, name, role, created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
       FROM api_tokens WHERE token_hash = $1 AND revoked_at IS NULL
     ), used AS (
       UPDATE api_tokens SET last_used_at = now() FROM found
       WHERE api_tokens.id = found.id
         AND (last_used_at IS NULL OR last_used_at < now() - interval '${USE_INTERVAL}')
     )
     SELECT * FROM found`,
    [sha256Of(token)],
  );
  return row ? toTokenView(row) : null;
}
