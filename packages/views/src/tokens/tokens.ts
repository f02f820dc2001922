import type { SessionView, TokenView } from '@basecase/db/types';
import { timeText } from '../text/words';

export type TokenTable = ReturnType<typeof tokenTable>;

/** A browser of a signed-in person. */
export type SessionRow = ReturnType<typeof sessionRows>[number];

/** Who is signed in, as the page shows it. */
export function sessionRows(sessions: readonly SessionView[]) {
  return sessions.map(({ id, name, createdAt, expiresAt }) => ({
    id,
    name,
    since: timeText(createdAt),
    until: timeText(expiresAt),
  }));
}

/** The list of tokens, the good ones first, as the page shows it. */
export function tokenTable(tokens: readonly TokenView[]) {
  return {
    /** How many are good. */
    good: tokens.filter(({ revokedAt }) => revokedAt === null).length,
    rows: tokens.map(({ id, name, role, createdAt, lastUsedAt, revokedAt }) => ({
      id,
      name,
      role,
      created: timeText(createdAt),
      lastUsed: lastUsedAt === null ? 'never' : timeText(lastUsedAt),
      revoked: revokedAt === null ? null : timeText(revokedAt),
    })),
  };
}
