import type { ClientBase } from 'pg';

export function connectionAdvice(error: unknown, url?: string): string | null;
/** @throws MigrationError for a pooler in transaction or statement mode */
export function requireSessions(
  first: Pick<ClientBase, 'query'>,
  second: Pick<ClientBase, 'query'>,
): Promise<void>;
