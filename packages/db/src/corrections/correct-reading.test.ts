import { versionSortKey } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { correctedFields, correctReading } from './count-runs';
import type { RunReading } from './run-reading';

const READ: RunReading = {
  server: { name: 'pn53b', cores: 8, cpu: null, memoryBytes: null, storage: null, os: null },
  workload: {
    benchmark: 'sysbench',
    tables: 1,
    rowsPerTable: 50_000_000,
    clients: 4,
    primaryKey: true,
    cached: true,
    label: 'cached, 4 clients',
    published: null,
  },
  variant: {
    product: 'PostgreSQL',
    version: 'x18',
    versionKnown: false,
    sortKey: '~x18',
    flavour: 'rel',
    config: 'x10b',
  },
  startedAt: null,
  at: '2026-11-15T04:11:00.000Z',
  campaign: 'of the file',
};

describe('corrections over what was read', () => {
  it('are nothing where there are none', () => {
    expect(correctReading(READ, [])).toEqual(READ);
  });

  it('change what they say, the last one wins, and what was read stays as it is', () => {
    const before = structuredClone(READ);
    const counted = correctReading(READ, [
      { server: 'a', config: 'x10c' },
      { server: 'b' },
      { config: null },
    ]);
    expect(counted).toEqual({
      ...READ,
      server: { ...READ.server, name: 'b' },
      variant: { ...READ.variant, config: null },
    });
    expect(READ).toEqual(before);
  });

  it('give a version its place among releases; an unknown one sorts last', () => {
    expect(correctReading(READ, [{ version: '18.0' }]).variant).toMatchObject({ versionKnown: true });
    const unknown = correctReading(READ, [{ version: '18.0' }, { version: 'mine' }]).variant;
    expect(unknown).toMatchObject({ version: 'mine', versionKnown: false, sortKey: versionSortKey('mine') });
  });

  it('let the words of a label follow, unless they say the label too', () => {
    expect(correctReading(READ, [{ clients: 1 }]).workload.label).toBe('cached, 1 client');
    expect(correctReading(READ, [{ clients: 1, label: 'mine' }]).workload.label).toBe('mine');
  });

  it('name their fields once', () => {
    expect(correctedFields([{ version: '1', server: 'a' }, { server: 'b' }])).toEqual(['server', 'version']);
    expect(correctedFields([])).toEqual([]);
  });
});
