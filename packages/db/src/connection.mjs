// What a connection to PostgreSQL must be like, and what to do about one that fails. Plain JavaScript without packages, because
// what starts the project runs before anything is compiled. Types: connection.d.mts.
import { MigrationError } from './migrations/migrations.mjs';

const UNKNOWN_AUTHORITY =
  'its certificate is of an authority that is not known here: name the root certificate in DATABASE_URL with sslrootcert=/path/to/root.crt.';

/** By the error codes of PostgreSQL, Node.js and OpenSSL. */
const ADVICE = {
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE:
    'its certificate is not signed by the root certificate that sslrootcert names: name that of the server.',
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it on the server.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host: use a name that the certificate has in DATABASE_URL.',
  42501: 'the user lacks a right: make it the owner of the database (docs/how-to/external-postgresql.md).',
  53300:
    'the server has no connection left: lower DATABASE_CONNECTIONS, or raise max_connections on the server.',
};

/** Files of SSL that DATABASE_URL names, by the error codes of opening them. */
const FILE_ADVICE = {
  ENOENT: 'sslrootcert, sslcert or sslkey names a file that is not there: correct DATABASE_URL.',
  EACCES: 'sslrootcert, sslcert or sslkey names a file that this user cannot read: correct its rights.',
};

/**
 * What to do about an error of a connection; null for one that this does not know.
 *
 * @param url of the database: other files that cannot be opened are none of the connection's
 */
export function connectionAdvice(error, url = '') {
  const { code, message = '', path } = error ?? {};
  if (Object.hasOwn(FILE_ADVICE, code) && typeof path === 'string' && filesOf(url).includes(path))
    return FILE_ADVICE[code];
  if (/server does not support SSL/i.test(message))
    return 'the server has SSL switched off: switch it on there, or remove sslmode from DATABASE_URL.';
  if (code === '28000' && /no encryption|SSL off/.test(message))
    return 'the server wants SSL: add sslmode=verify-full to DATABASE_URL.';
  return Object.hasOwn(ADVICE, code) ? ADVICE[code] : null;
}

function filesOf(url) {
  if (!URL.canParse(url)) return [];
  const { searchParams } = new URL(url);
  return ['sslrootcert', 'sslcert', 'sslkey'].flatMap((name) => searchParams.get(name) ?? []);
}

/** A pooler gives both the server connection that was used last. Other visitors of the pooler may come between. */
const LOOKS = 5;

/**
 * Refuses a pooler that gives each transaction another connection: locks of migrations, uploads and workers, LISTEN and prepared
 * statements belong to a session. Two connections that are open at once have two server processes, unless such a pooler is between.
 *
 * @throws MigrationError with what to do
 */
export async function requireSessions(first, second) {
  const processOf = async (client) => (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  for (let look = 0; look < LOOKS; look += 1) {
    if ((await processOf(first)) !== (await processOf(second))) continue;
    throw new MigrationError(
      'DATABASE_URL leads to a pooler, such as PgBouncer, that gives each transaction another connection.',
      'name PostgreSQL itself in DATABASE_URL, or set pool_mode = session for this database.',
    );
  }
}
