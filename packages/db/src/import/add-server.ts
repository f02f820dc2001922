import type { Server } from '@basecase/ingest/model';
import { type Database, inTransaction } from '../database';
import { serverId } from './dimensions';
import { takeImportLock } from './import-lock';

/**
 * Makes a server known, before any run of it is stored. Of a server that is known already, only what nobody said
 * yet is filled in.
 */
export async function addServer(database: Database, server: Server): Promise<void> {
  await inTransaction(database, async (client) => {
    await takeImportLock(client);
    await serverId(client, server);
  });
}
