import { describe, expect, it } from 'vitest';
import { levelsOf, makeState, makeView, tableOf, textsOf } from '../../testing/test-view';
import { reportHref } from '../report-model';
import { fsyncReport } from './fsync';

/** A published table: columns are ways to sync. */
const published = (server: string, fsync: number) =>
  makeView({
    benchmark: 'fio',
    server,
    columns: ['storage no-sync', 'storage fsync', 'storage fdatasync'],
    tests: {
      '16 KB': [
        { throughput: 40_000, bandwidth: 655.4e6 },
        { throughput: 1000, bandwidth: 16.1e6, sync_latency_avg: fsync },
        { throughput: 2000, bandwidth: 32.2e6, sync_latency_avg: fsync / 2 },
      ],
    },
  });
/** A study from logs: columns are filesystems. */
const study = makeView({
  benchmark: 'fio',
  server: 'hetz',
  columns: ['storage ext4', 'storage xfs'],
  tests: {
    seqwrite_1M: [9, 9],
    'fdatasync=0_2M': [{ throughput: 8 }, { throughput: 7 }],
    'fsync=0_2M': [{ throughput: 5 }, null],
    'fsync=1_2M': [
      { throughput: 4, sync_latency_avg: 0.0005, sync_latency_p99: 0.001 },
      { throughput: 3.5, sync_latency_avg: 0.0004 },
    ],
  },
});
const linkTo = (change: Partial<ReturnType<typeof makeState>>) =>
  reportHref('/fsync', { ...makeState(), ...change });
const views = [published('ser7', 0.00292), published('dell', 0.000892)];

describe('fsync report of cells that were measured twice', () => {
  const twice = makeView({
    benchmark: 'fio',
    server: 'dell',
    columns: ['storage no-sync', 'storage fsync'],
    tests: {
      '16 KB': [
        { throughput: 43_450, each: { throughput: [43_400, 43_500] } },
        {
          throughput: 1084,
          bandwidth: 16.15e6,
          sync_latency_avg: 0.00089,
          each: {
            throughput: [1083, 1085],
            bandwidth: [16.1e6, 16.2e6],
            sync_latency_avg: [0.000_891, 0.000_889],
          },
        },
      ],
    },
  });
  const view = { ...twice, matrix: { ...twice.matrix, repeats: [[2, 2]] } };

  it('has each of the numbers behind the medians', () => {
    const model = fsyncReport([view], makeState(), linkTo);
    const table = tableOf(model?.tables ?? [], 'each-0');
    expect(table?.title).toBe('Each measurement, 16 KB writes');
    expect(textsOf(table)).toEqual([
      [
        'dell',
        '43\u202f400, 43\u202f500',
        '–',
        '1\u202f083, 1\u202f085',
        '16.1, 16.2',
        '891.0, 889.0',
        '–',
        '–',
        '–',
      ],
    ]);
  });

  it('has no such table where nothing was repeated', () => {
    const model = fsyncReport([twice], makeState(), linkTo);
    expect(model?.tables.map(({ id }) => id)).toEqual(['block-0']);
  });
});

describe('fsync report of published tables', () => {
  const model = fsyncReport(views, makeState(), linkTo);

  it('has a row per server and the ways to sync side by side', () => {
    const table = tableOf(model?.tables ?? [], 'block-0');
    expect(table?.title).toBe('16 KB writes');
    expect(table?.groups.map(({ label, span }) => [label, span])).toEqual([
      ['no-sync', 2],
      ['fsync', 4],
      ['fdatasync', 4],
    ]);
    expect(textsOf(table)).toEqual([
      [
        'dell',
        '40\u202f000',
        '655.4',
        '1\u202f000',
        '16.1',
        '892',
        '0.025',
        '2\u202f000',
        '32.2',
        '446',
        '0.050',
      ],
      [
        'ser7',
        '40\u202f000',
        '655.4',
        '1\u202f000',
        '16.1',
        '2\u202f920',
        '0.025',
        '2\u202f000',
        '32.2',
        '1\u202f460',
        '0.050',
      ],
    ]);
  });

  it('marks MB/s that contradict the writes per second, and explains the error', () => {
    const table = tableOf(model?.tables ?? [], 'block-0');
    expect(table?.notes.some((note) => note.startsWith('MB/s marked suspect'))).toBe(false);
    const wrong = published('dell', 0.000892);
    const doubtful = (value: number) => ({ ...wrong.matrix, doubtful: { bandwidth: [[value, null, null]] } });
    const bandwidth = [[null, 16.1e6, 32.2e6]];
    const matrix = { ...doubtful(646.6e6), values: { ...wrong.matrix.values, bandwidth } };
    const marked = tableOf(fsyncReport([{ ...wrong, matrix }], makeState(), linkTo)?.tables ?? [], 'block-0');
    expect(marked?.rows[0]?.cells[1]).toMatchObject({ text: '646.6', note: 'suspect', level: 'v' });
    expect(marked?.rows[0]?.cells[3]).toMatchObject({ text: '16.1', note: '' });
    expect(marked?.notes.at(-1)).toMatch(/^MB\/s marked suspect is not w\/s × block size, which is right/);
  });

  it('gives no verdict on what a sync costs, but draws how long it takes', () => {
    const table = tableOf(model?.tables ?? [], 'block-0');
    expect(
      levelsOf(table)
        .flat()
        .every((level) => level === null),
    ).toBe(true);
    expect(table?.rows[1]?.cells[4]?.bar).toBe(1);
    expect(table?.rows[0]?.cells[8]?.bar).toBeCloseTo(0.06);
  });

  it('compares devices with a base: of a latency less is better', () => {
    const table = tableOf(model?.tables ?? [], 'relative');
    expect(textsOf(table)[1]).toEqual(['ser7', '1.00', '1.00', '1.00', '3.27', '3.27']);
    expect(levelsOf(table)[1]).toEqual(['n', 'n', 'n', 'r5', 'r5']);
    const ofSer7 = fsyncReport(views, makeState({ server: 'ser7' }), linkTo);
    expect(textsOf(tableOf(ofSer7?.tables ?? [], 'relative'))[0]?.at(-1)).toBe('0.31');
    expect(tableOf(ofSer7?.tables ?? [], 'relative')?.rows[0]?.link?.href).toBe('/fsync?base=dell#relative');
  });

  it('says first how far devices are apart', () => {
    expect(model?.sentence).toEqual({
      strong: 'An fsync after a 16 KB write takes from 892 µs to 2\u202f920 µs',
      rest: ': ser7 takes 3 times as long as dell. An fdatasync takes 0.50 of that.',
    });
  });

  it('puts the shortest sync first when asked to', () => {
    const order = (sort: string) =>
      fsyncReport([...views, published('zero', 0.00001)], makeState({ sort }), linkTo)?.tables[0]?.rows.map(
        ({ name }) => name,
      );
    expect(order('')).toEqual(['dell', 'ser7', 'zero']);
    expect(order('fsync 16 KB')).toEqual(['zero', 'dell', 'ser7']);
    expect(order('by weight')).toEqual(['dell', 'ser7', 'zero']);
  });
});

describe('fsync report of logs', () => {
  const model = fsyncReport([study], makeState(), linkTo);

  it('has a row per filesystem, and takes fsync=0 for no sync, fdatasync=0 where that is missing', () => {
    expect(textsOf(tableOf(model?.tables ?? [], 'block-0'))).toEqual([
      ['hetz ext4', '5', '–', '4', '–', '500', '0.80', '–', '–', '–', '–'],
      ['hetz xfs', '7', '–', '3.50', '–', '400', '0.50', '–', '–', '–', '–'],
    ]);
  });

  it('has percentiles where the logs hold them', () => {
    const table = tableOf(model?.tables ?? [], 'percentiles-0');
    expect(table?.heads.map(({ label }) => label)).toEqual(['avg', 'p50', 'p95', 'p99', 'p99.9', 'max']);
    expect(textsOf(table)[0]).toEqual(['hetz ext4', '500', '–', '–', '1\u202f000', '–', '–']);
  });

  it('is none for jobs that never sync', () => {
    const other = makeView({ benchmark: 'fio', columns: ['storage ext4'], tests: { randread_4K: [9] } });
    expect(fsyncReport([other], makeState(), linkTo)).toBeNull();
  });

  it('leaves out a filesystem that only repeats the name of the server', () => {
    const named = makeView({
      benchmark: 'fio',
      server: 'hetz',
      columns: ['storage o.fio_sync.hetz'],
      tests: { 'fsync=1_16K': [{ throughput: 10, sync_latency_avg: 0.00002 }] },
    });
    const single = fsyncReport([named], makeState(), linkTo);
    expect(single?.tables[0]?.rows.map(({ name, note, link }) => [name, note, link])).toEqual([
      ['hetz', '', null],
    ]);
    expect(single?.sentence.strong).toBe('An fsync after a 16 KB write takes 20.0 µs');
  });
});
