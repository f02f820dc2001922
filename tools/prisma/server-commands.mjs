/** What the schema engine does to a server, outside of any one database. */
import pg from 'pg';

/** PostgreSQL and system error codes as Prisma's codes; everything else is "cannot reach the server". */
const PRISMA_CODES = { '3D000': 'P1003', '28P01': 'P1000', 28000: 'P1000', ETIMEDOUT: 'P1002' };

export function toPrismaErrorCode(error) {
  return PRISMA_CODES[error.code] ?? 'P1001';
}

/** Opens a connection, hands it to `use` and closes it whatever happens. */
export async function withClient(url, use) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** The URL of the maintenance database on the same server. */
export function toAdminUrl(url) {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  admin.searchParams.delete('schema');
  return admin.toString();
}

function databaseNameOf(url) {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/** @returns the name of the database that was created */
export async function createDatabase(url) {
  const name = databaseNameOf(url);
  await withClient(toAdminUrl(url), (client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`));
  return name;
}

export async function dropDatabase(url) {
  const name = pg.escapeIdentifier(databaseNameOf(url));
  await withClient(toAdminUrl(url), (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}
