import type { Database } from '@basecase/db/database';
import type { TokenRole } from '@basecase/db/types';
import { databaseOfRights } from '../database';
import { AuthError } from './auth-error';
import { isSameOrigin } from './request-origin';
import { findVisitor } from './visitor';

/** Who may write. An admin may do all that an uploader may. */
export type WritingRole = Exclude<TokenRole, 'reader' | 'agent'>;

/**
 * Accepts visitors with write rights: by a token of this role, a sign-in with these rights, or local mode. A token
 * that is given is looked at in local mode, too.
 *
 * @throws AuthError
 */
export async function requireRole(
  from: Request | Headers,
  role: WritingRole | 'agent',
  db: Database = databaseOfRights(),
): Promise<void> {
  const headers = from instanceof Headers ? from : from.headers;
  const held = await heldRole(headers, db);
  if (held === null) {
    throw new AuthError('TOKEN_MISSING', 'Writing needs a token: send "Authorization: Bearer …" or sign in.');
  }
  if (held === 'reader' || (held === 'agent' && role !== 'agent'))
    throw new AuthError('ROLE_MISSING', 'This needs a token with the role upload or admin.');
  if (role === 'admin' && held !== 'admin') {
    throw new AuthError('ROLE_MISSING', 'This needs a token with the role admin.');
  }
}

/**
 * The visitor's write rights, for pages that show the possible actions. Never throws for a wrong token.
 *
 * @returns null for a visitor who can only read
 */
export async function findRole(
  headers: Headers,
  db: Database = databaseOfRights(),
): Promise<WritingRole | null> {
  try {
    const role = await heldRole(headers, db);
    return role === 'reader' || role === 'agent' ? null : role;
  } catch (error) {
    if (error instanceof AuthError) return null;
    throw error;
  }
}

/** Name of the signed-in visitor, whatever the role; null without one, and of an agent. Never throws for a wrong token. */
export async function findName(headers: Headers, db: Database = databaseOfRights()): Promise<string | null> {
  try {
    const visitor = await findVisitor(headers, db);
    return visitor && visitor.role !== 'agent' ? visitor.name : null;
  } catch (error) {
    if (error instanceof AuthError) return null;
    throw error;
  }
}

/**
 * Who does this, for histories: the name of the token, the e-mail address of who signed in, or `local`. For requests
 * that `requireRole` let pass.
 */
export async function actorOf(headers: Headers, db: Database = databaseOfRights()): Promise<string> {
  return (await findVisitor(headers, db))?.name ?? 'unknown';
}

/**
 * Refuses a token with the role agent for another agent than that of its name. `requireRole` has let the request pass.
 *
 * @param agent null: the request is of no agent
 * @throws AuthError
 */
export async function requireOwnAgent(
  headers: Headers,
  agent: string | null,
  db: Database = databaseOfRights(),
): Promise<void> {
  const visitor = await findVisitor(headers, db);
  if (visitor?.role !== 'agent' || visitor.name === agent) return;
  throw new AuthError(
    'ROLE_MISSING',
    `This token is for plans and sessions of the agent "${visitor.name}" only.`,
  );
}

/** A right that the browser shows by itself is not the request's: another site's page must not borrow it. */
async function heldRole(headers: Headers, db: Database): Promise<TokenRole | null> {
  const visitor = await findVisitor(headers, db);
  if (visitor?.isAmbient && !isSameOrigin(headers)) {
    throw new AuthError('CROSS_SITE', 'Requests from other sites cannot write here.');
  }
  return visitor?.role ?? null;
}
