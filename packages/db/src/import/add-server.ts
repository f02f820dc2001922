import type { Server } from '@basecase/ingest/model';
import type { Database } from '../database';
import { listRows } from '../rows';
import { refreshServers } from '../servers/refresh-servers';
import { sayFacts } from '../servers/set-server-facts';
import type { ServerFact } from '../types/server-page';
import { serverId } from './dimensions';
import { inImport } from './import-transaction';
import { namedServer } from './settings';

/**
 * Makes a server known, before any run of it is stored. For a known server, only unknown facts are added.
 *
 * @param by author of the facts: name of a token, or `local`
 */
export async function addServer(database: Database, server: Server, by: string): Promise<void> {
  await inImport(database, async (client) => {
    const id = await serverId(client, namedServer(server.name));
    const rows = await listRows<Partial<Record<ServerFact, unknown>>>(
      client,
      'SELECT machine_kind AS kind, cores, cpu, memory_bytes AS "memoryBytes", storage, os FROM servers WHERE id = $1',
      [id],
    );
    const unknown = Object.entries(server).filter(([fact]) => rows[0]?.[fact as ServerFact] === null);
    await sayFacts(client, id, { facts: Object.fromEntries(unknown), by });
    await refreshServers(client, [id]);
  });
}
