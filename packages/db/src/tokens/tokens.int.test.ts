import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { createToken, findToken, listTokens, revokeToken } from './tokens';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('tokens', () => {
  it('are shown once and stored as a hash', async () => {
    const { token, view } = await createToken(database, { name: 'nightly', role: 'upload' });
    expect(token).toMatch(/^bc_[A-Za-z0-9_-]{43}$/);
    expect(view).toMatchObject({ name: 'nightly', role: 'upload', lastUsedAt: null, revokedAt: null });
    const rows = await database.prisma.apiToken.findMany();
    expect(JSON.stringify(rows)).not.toContain(token.slice(3));
    expect(rows[0]?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(await listTokens(database))).not.toContain(rows[0]?.tokenHash);
  });

  it('are found while they are good, and remember that they were used', async () => {
    const { token, view } = await createToken(database, { name: 'used', role: 'admin' });
    expect(await findToken(database, token)).toMatchObject({ id: view.id, role: 'admin' });
    const listed = (await listTokens(database)).find(({ id }) => id === view.id);
    expect(listed?.lastUsedAt).not.toBeNull();
    await revokeToken(database, view.id);
    expect(await findToken(database, token)).toBeNull();
  });

  it.each(['', 'bc_', 'bc_wrong', `bc_${'A'.repeat(43)}`, `xx_${'A'.repeat(43)}`])(
    'are not found for "%s"',
    async (wrong) => expect(await findToken(database, wrong)).toBeNull(),
  );

  it('stay revoked with the time of the first revocation, below those that are good', async () => {
    const { view } = await createToken(database, { name: 'old', role: 'upload' });
    const { revokedAt } = await revokeToken(database, view.id);
    expect((await revokeToken(database, view.id)).revokedAt).toBe(revokedAt);
    const good = await createToken(database, { name: 'new', role: 'upload' });
    const [first] = await listTokens(database);
    expect(first?.id).toBe(good.view.id);
    await expect(revokeToken(database, '999999')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
