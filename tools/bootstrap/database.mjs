import { connectionAdvice } from '@basecase/db/connection';
import pg from 'pg';
import { StepError } from './step-error.mjs';

/**
 * The same server, another database.
 * @param {string} url
 * @param {string} name
 */
export function withDatabase(url, name) {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(name)}`;
  return changed.href;
}

/**
 * A connection URL without its password, fit to be shown.
 * @param {string} url
 */
function withoutPassword(url) {
  const shown = new URL(url);
  if (shown.password) shown.password = '***';
  if (shown.searchParams.has('password')) shown.searchParams.set('password', '***');
  return shown.href;
}

/**
 * @template T
 * @param {string} url
 * @param {(client: import('pg').Client) => Promise<T>} work
 */
export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Creates a database unless it is there.
 * @param {string} serverUrl of any database of the server
 * @param {string} name
 * @returns {Promise<string>} the URL of the database
 */
export async function ensureDatabase(serverUrl, name) {
  await withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });
  return withDatabase(serverUrl, name);
}

/** @type {Record<string, string>} what to do, by the error code of pg or of the network */
const CONNECTION_HINTS = {
  ECONNREFUSED:
    'the connection was refused: start that PostgreSQL, or correct host and port in DATABASE_URL.',
  ENOTFOUND: 'unknown host: correct DATABASE_URL.',
  ETIMEDOUT: 'the host does not respond: check the network and its firewall.',
  '28P01': 'user or password is wrong: correct DATABASE_URL.',
  28000: 'the server rejects this user: see its pg_hba.conf.',
  '3D000': 'create the database first (createdb), or correct its name in DATABASE_URL.',
};

/**
 * Makes sure that a database given by the user answers.
 * @param {string} url DATABASE_URL
 * @throws {StepError} saying what to correct
 */
export async function checkDatabase(url) {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new StepError('DATABASE_URL is not a PostgreSQL address.', {
      hint: 'expected postgres://user:password@host:5432/database (special characters in the password %-encoded).',
    });
  }
  try {
    await withClient(url, (client) => client.query('SELECT 1'));
  } catch (cause) {
    const { code = '', message } = /** @type {NodeJS.ErrnoException} */ (cause);
    throw new StepError(`The database ${withoutPassword(url)} cannot be used: ${message || code}.`, {
      hint:
        connectionAdvice(cause, url) ??
        CONNECTION_HINTS[code] ??
        'correct DATABASE_URL, or unset it to use the PostgreSQL included in Basecase.',
      cause,
    });
  }
}

/**
 * What tells one database from every other, also after it was dropped and made again under the same name.
 * @param {string} url
 * @returns {Promise<string>}
 */
export async function databaseIdentity(url) {
  const sql = `SELECT (SELECT system_identifier FROM pg_control_system()) || '/' ||
    (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity`;
  return withClient(url, async (client) => (await client.query(sql)).rows[0].identity);
}
