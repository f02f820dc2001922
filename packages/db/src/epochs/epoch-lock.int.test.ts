import { expect, it } from 'vitest';
import { inTransaction } from '../database';
import { createTestDatabase } from '../testing/database';
import { lockEpochs } from './epoch-lock';
import { readEpochs } from './read-epochs';

it('readers of epochs never wait if one PostgreSQL shows all of a commit at once', async () => {
  const database = await createTestDatabase();
  try {
    const before = await readEpochs(database);
    await inTransaction(database, async (client) => {
      await lockEpochs(client);
      expect(await readEpochs(database)).toEqual(before);
    });
  } finally {
    await database.drop();
  }
});
