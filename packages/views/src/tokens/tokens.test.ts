import { describe, expect, it } from 'vitest';
import { tokenTable } from './tokens';

const token = { id: '1', name: 'nightly', role: 'upload', createdAt: '2026-11-21T03:33:12.000Z' } as const;

describe('tokenTable', () => {
  it('says when each was used and revoked, and counts those that are good', () => {
    const table = tokenTable([
      { ...token, lastUsedAt: null, revokedAt: null },
      { ...token, id: '2', lastUsedAt: '2026-11-22T23:59:59.000Z', revokedAt: '2026-11-23T00:00:00.000Z' },
    ]);
    expect(table.good).toBe(1);
    expect(table.rows).toEqual([
      {
        id: '1',
        name: 'nightly',
        role: 'upload',
        created: '21 Nov 2026, 03:33 UTC',
        lastUsed: 'never',
        revoked: null,
      },
      {
        id: '2',
        name: 'nightly',
        role: 'upload',
        created: '21 Nov 2026, 03:33 UTC',
        lastUsed: '22 Nov 2026, 23:59 UTC',
        revoked: '23 Nov 2026, 00:00 UTC',
      },
    ]);
  });
});
