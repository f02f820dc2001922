/** `@prisma/adapter-pg` for the WebAssembly schema engine; the four places that depart from it are explained. */
import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { parse as parseConnectionString } from 'pg-connection-string';
import { withClient, withDatabase } from '../bootstrap/database.mjs';

/** The URL of the maintenance database on the same server. */
export const toAdminUrl = (url) => withDatabase(url, 'postgres');

const CHAR_OID = 18;
const CHAR_ARRAY_OID = 1002;

/**
 * adapter-pg has no type for the catalog's internal "char", which introspection reads. Let it pass as its array
 * type, which adapter-pg knows, and hand the engine a scalar column.
 */
function withCharSupport(adapter) {
  const performIO = adapter.performIO.bind(adapter);
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.performIO = async (query) => {
    const result = await performIO(query);
    for (const field of result.fields ?? []) {
      if (field.dataTypeID === CHAR_OID) field.dataTypeID = CHAR_ARRAY_OID;
    }
    return result;
  };
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    const isCharArray = (type) => type === ColumnTypeEnum.CharacterArray;
    result.columnTypes = result.columnTypes.map((type) =>
      isCharArray(type) ? ColumnTypeEnum.Character : type,
    );
    return result;
  };
  return adapter;
}

/**
 * adapter-pg cuts a script at every semicolon, also inside comments and strings, and sends the pieces one by one.
 * PostgreSQL itself takes the whole script, and makes one transaction of it: applied, or not.
 */
function withWholeScripts(adapter) {
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
  return adapter;
}

/** A throw-away database in which the engine replays the migrations to see what they make. */
async function openShadowDatabase(url, open) {
  const database = `prisma_migrate_shadow_db_${randomUUID()}`;
  const admin = toAdminUrl(url);
  await withClient(admin, (client) => client.query(`CREATE DATABASE "${database}" TEMPLATE template0`));
  const adapter = await open({ database });
  const dispose = adapter.dispose.bind(adapter);
  // adapter-pg drops the shadow database before its own pool has left it, which fails and leaves it behind.
  adapter.dispose = async () => {
    await dispose();
    await withClient(admin, (client) => client.query(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`));
  };
  return adapter;
}

/** @param url of the main database; `?schema=` selects a schema other than public */
export function createMigrationAdapter(url) {
  const main = url ? parseConnectionString(url) : {};
  const schema = url ? (new URL(url).searchParams.get('schema') ?? undefined) : undefined;
  // Discrete fields, never a connection string: adapter-pg lets the string win over `database`, so that replaying
  // migrations "in the shadow database" would run them on the real data.
  const open = async (overrides) => {
    const pool = new pg.Pool({ ...main, ...overrides });
    const adapter = await new PrismaPg(pool, { schema, disposeExternalPool: true }).connect();
    return withWholeScripts(withCharSupport(adapter));
  };
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => open({}),
    connectToShadowDb: () => openShadowDatabase(url, open),
  };
}
