import type { ServerEntry } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { serverList } from './server-list';

const entry = (name: string, cores: number | null, says: Partial<ServerEntry> = {}): ServerEntry => ({
  slug: name.toLowerCase(),
  name,
  cores,
  cpu: null,
  memoryBytes: null,
  storage: null,
  os: null,
  runs: 3,
  products: ['MySQL'],
  benchmarks: ['sysbench'],
  latestRunAt: '2026-11-02T10:00:00Z',
  ...says,
});

describe('the list of servers', () => {
  it('is sorted by cores, then by name as people sort; unknown cores last', () => {
    const { servers } = serverList([
      entry('unknown', null),
      entry('pn53', 8),
      entry('Hetz', 48),
      entry('pn9', 8),
      entry('alpha', 48),
    ]);
    expect(servers.map(({ name }) => name)).toEqual(['pn9', 'pn53', 'alpha', 'Hetz', 'unknown']);
  });

  it('has null, never 0, for an unknown fact', () => {
    const [known, unknown] = serverList([
      entry('a', 8, { memoryBytes: 32 * 1024 ** 3, storage: 'NVMe', runs: 12345 }),
      entry('b', null),
    ]).servers;
    expect(known).toMatchObject({
      cores: '8',
      memory: '32 GiB',
      storage: 'NVMe',
      runs: '12\u202f345',
      measured: '2 Nov 2026',
      href: '/servers/a',
    });
    const [guessed] = serverList([entry('c', 32, { coresGuessed: true })]).servers;
    expect(guessed?.cores).toBe('32, guessed from the config');
    expect(unknown).toMatchObject({ cores: null, memory: null, storage: null, cpu: null });
  });

  it('names the slug of servers that share a name', () => {
    const { servers } = serverList([
      entry('SER7', 8),
      entry('SER7', 8, { slug: 'ser7-2' }),
      entry('pn53', 8),
    ]);
    expect(servers.map(({ mark }) => mark)).toEqual(['', 'ser7', 'ser7-2']);
  });

  it('lists file systems that fio named apart, and nothing that a database ran on', () => {
    const fio = { benchmarks: ['fio' as const], products: ['storage'] };
    const list = serverList([entry('xfs', null, fio), entry('ext4', 8), entry('socket2', null, fio)]);
    expect(list.servers.map(({ name }) => name)).toEqual(['ext4', 'socket2']);
    expect(list.fileSystems.map(({ name }) => name)).toEqual(['xfs']);
  });

  it('leads to the products that two servers have', () => {
    const { sideBySide } = serverList([entry('a', 8, { products: ['MySQL', 'RocksDB'] }), entry('b', 48)]);
    expect(sideBySide).toEqual([{ product: 'MySQL', servers: 2, href: '/servers?product=MySQL' }]);
  });
});
