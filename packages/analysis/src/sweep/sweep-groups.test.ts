import { describe, expect, it } from 'vitest';
import { numericSettings, sweptSettings } from './numeric-settings';
import { clientsOfWorkload, type SweepWorkload, sweepFinder, sweepGroups } from './sweep-groups';

const named = (label: string, workload: Partial<SweepWorkload> = {}): SweepWorkload => ({
  ...{ slug: label, label, details: [], clients: null },
  ...{ origin: 'uploaded', source: null, relativeTo: null },
  ...workload,
});

describe('clientsOfWorkload', () => {
  it.each([
    ['sysbench, pg180_48u', 48],
    ['sysbench, dop40', 40],
    ['sysbench, res-A/thr16', 16],
    ['sysbench, x_c8_y', 8],
    ['TPROC-C, 40 virtual users', 40],
    ['YCSB, 8 threads', 8],
    ['sysbench, x10a_c8r32', null],
    ['sysbench, cached', null],
  ])('reads %s as %s', (label, clients) => {
    expect(clientsOfWorkload(named(label))).toBe(clients);
  });

  it('takes the stored number before a name', () => {
    expect(clientsOfWorkload(named('sysbench, dop40', { clients: 8 }))).toBe(8);
  });
});

describe('sweepFinder', () => {
  const at = (server: string, clients: number | null, tests?: number) => ({
    server: { slug: server },
    workload: named(`pgbench, ${clients} clients`, { clients }),
    tests,
  });
  const opened = (tests: number | undefined, counts: readonly (number | null)[]) => {
    const entries = counts.map((clients) => at('a', clients, tests));
    const find = sweepFinder([...entries, at('b', 2)]);
    return find({ server: 'a', workload: `pgbench, ${counts[0]} clients` })?.entries.length ?? null;
  };

  it.each([
    [undefined, [1], null],
    [undefined, [1, 8], 2],
    [1, [1, 8], 2],
    [8, [1, 8], 2],
    [9, [1, 8], null],
    [33, [1, 8, 32], 3],
    [1, [null], null],
  ])('opens %s tests at %j clients as a sweep of %s', (tests, counts, expected) => {
    expect(opened(tests, counts)).toBe(expected);
  });

  it('finds nothing for a server or workload that it does not know', () => {
    const find = sweepFinder([at('a', 1), at('a', 8)]);
    expect(find({ server: 'c', workload: 'pgbench, 1 clients' })).toBeUndefined();
    expect(find({ server: 'a', workload: 'gone' })).toBeUndefined();
  });

  it('opens 500 numbers of clients as one sweep', () => {
    expect(
      opened(
        1,
        Array.from({ length: 500 }, (_, index) => index + 1),
      ),
    ).toBe(500);
  });
});

describe('sweepGroups', () => {
  it('puts names that differ in their clients only into one sweep, by rising clients', () => {
    const labels = [
      'sysbench, a_48u',
      'sysbench, a_8u',
      'sysbench, b_8u',
      'YCSB, 8 threads',
      'YCSB, 16 threads',
    ];
    const groups = sweepGroups(labels.map((label) => ({ workload: named(label) })));
    expect(groups.map(({ entries }) => entries.map(({ workload }) => workload.label))).toEqual([
      ['sysbench, a_8u', 'sysbench, a_48u'],
      ['sysbench, b_8u'],
      ['YCSB, 8 threads', 'YCSB, 16 threads'],
    ]);
  });
});

describe('numericSettings', () => {
  it('reads named numbers and unnamed parts of letters and digits, and leaves sizes of servers alone', () => {
    expect(numericSettings('x10a_c8r32 io_workers=4 BP25 method=sync')).toEqual([
      { name: 'io_workers', value: 4, rest: 'x10a_c8r32 BP25 method=sync' },
      { name: 'BP', value: 25, rest: 'x10a_c8r32 io_workers=4 method=sync' },
    ]);
    expect(numericSettings(null)).toEqual([]);
  });

  it.each([
    ['buffer_pool=512M', 'buffer_pool_MB', 512],
    ['buffer_pool=10G', 'buffer_pool_MB', 10_240],
    ['shared_buffers=1.5GB', 'shared_buffers_MB', 1536],
    ['wal_buffers=100K', 'wal_buffers_MB', 0.0976563],
    ['BP2GiB', 'BP_MB', 2048],
    ['16GB', 'size_MB', 16_384],
  ])('reads the size %s as %s = %d, so that sizes in several units are one axis', (config, name, value) => {
    expect(numericSettings(config)).toEqual([{ name, value, rest: null }]);
  });

  it.each(['2048', 'x10M', '16GBx', 'a=', 'method=10s'])('reads no number in %s', (config) => {
    expect(numericSettings(config)).toEqual([]);
  });

  it('is an axis only where one version has two values and all else is equal', () => {
    const variant = (version: string, config: string) => ({
      product: 'MySQL',
      version,
      flavour: null,
      config,
    });
    const two = [variant('8.0', 'a BP25'), variant('8.0', 'a BP100')];
    expect(sweptSettings(two)).toEqual(['config.BP']);
    expect(sweptSettings([variant('8.0', 'a BP25'), variant('8.4', 'a BP100')])).toEqual([]);
    expect(sweptSettings([variant('8.0', 'a BP25'), variant('8.0', 'b BP100')])).toEqual([]);
  });
});
