import { expect, it } from 'vitest';
import { homeModel } from './home-model';

const COUNTS = { version: '8.4.7', stopped: 0, slower: 0, likely: 0, faster: 0, event: null };

it.each([
  [0, 0, null, 'no test in common with 8.4.7'],
  [1, 0, 1, ''],
  [null, 0, '–', ''],
  // All of them stopped.
  [0, 12, 0, ''],
])('counts slower tests of %s that two versions share, %i stopped', (tests, stopped, shown, note) => {
  const server = {
    slug: 'box',
    name: 'box',
    cores: 8,
    cpu: null,
    memoryBytes: null,
    storage: null,
    os: null,
  };
  const workload = {
    ...{ slug: 'w', label: 'cached', details: [], clients: 8, benchmark: 'sysbench', origin: null },
  };
  const row = {
    ...{ server, workload, product: 'MySQL', flavour: null, config: null, newest: '9.5.0', nights: null },
    ...{
      before: { ...COUNTS, tests, stopped },
      oldest: { ...COUNTS, tests, stopped, mean: null },
      means: [],
    },
    ...{ latestRunAt: '2026-01-02T00:00:00Z', isStale: false },
  };
  const rows = [row] as unknown as Parameters<typeof homeModel>[0]['rows'];
  const [found] = homeModel({ rows, waiting: { joins: 0, pending: 0 } }).rows;
  expect(found?.before?.tests ?? null).toBe(shown);
  expect(found?.oldest?.tests ?? null).toBe(shown);
  expect(found?.note).toBe(note);
});
