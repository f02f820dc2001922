import { describe, expect, it } from 'vitest';
import { levelsOf, makeState, makeView, tableOf, textsOf, toEntry } from '../../testing/test-view';
import { dbBenchPage } from '../reports';
import { dbBenchReport } from './db-bench';

const byrx = makeView({
  benchmark: 'db_bench',
  workload: { slug: 'byrx', label: 'db_bench, cached, byrx', details: ['8 clients'] },
  columns: ['RocksDB 8.0.0', 'RocksDB 8.8.0'],
  tests: {
    'fillseq.wal_disabled.v400': [1_000_000, 900_000],
    'readrandom.t8': [
      { throughput: 1000, latency_p99: 0.000018, write_amplification: 2, stall_percent: 0 },
      { throughput: 1100, latency_p99: 0.000036, write_amplification: 2, stall_percent: 12.3 },
    ],
  },
});
const iodir = makeView({
  benchmark: 'db_bench',
  workload: { slug: 'iodir', label: 'db_bench, IO-bound, iodir', details: ['8 clients'] },
  columns: ['RocksDB 7.10.2', 'RocksDB 8.0.0', 'RocksDB 8.8.0'],
  tests: { 'readrandom.t8': [30, 50, 50], 'overwrite.t8.s0': [null, 40, 30] },
});
const views = [byrx, iodir];
const prepare = (change = {}) => dbBenchReport(views, makeState(change), () => '/db-bench');

describe('db_bench report', () => {
  it('has the workloads side by side, and the tests of all of them in the order of the domain', () => {
    const table = tableOf(prepare().tables, 'relative');
    expect(table?.groups.map(({ label, span }) => [label, span])).toEqual([
      ['byrx: cached by RocksDB', 2],
      ['iodir: IO-bound, O_DIRECT', 3],
    ]);
    expect(table?.rows.map(({ key }) => key)).toEqual([
      'fillseq.wal_disabled.v400',
      'overwrite.t8.s0',
      'readrandom.t8',
    ]);
  });

  it('divides by the first version that every workload has; its columns are absolute', () => {
    const table = tableOf(prepare().tables, 'relative');
    expect(textsOf(table)).toEqual([
      ['fillseq.wal_disabled.v400', '1\u202f000\u202f000', '0.90', '–', '–', '–'],
      ['overwrite.t8.s0', '–', '–', '–', '40', '0.75'],
      ['readrandom.t8', '1\u202f000', '1.10', '0.60', '50', '1.00'],
    ]);
    expect(levelsOf(table)[2]).toEqual([null, 'b1', 'r5', null, 'n']);
    expect(table?.heads.map(({ isBase }) => isBase)).toEqual([true, false, false, true, false]);
  });

  it('divides nothing of a workload without a run of the base, and notes it', () => {
    const table = tableOf(prepare({ base: 'rocksdb-7.10.2' }).tables, 'relative');
    expect(textsOf(table)[2]).toEqual(['readrandom.t8', '–', '–', '30', '1.67', '1.67']);
    expect(table?.notes).toEqual(['byrx has no run of the base, so it has no ratios.']);
  });

  it('counts per workload what got slower', () => {
    expect(prepare().sentence).toEqual({
      strong: '2 tests are slower in 8.8.0 than in 8.0.0:',
      rest: ' 1 of 2 tests in byrx, 1 of 2 tests in iodir. The lowest is 0.75 (overwrite.t8.s0, iodir). Judged by the plain threshold 0.95 / 1.05, ignoring noise.',
    });
  });

  it('has latency, write amplification and stalls of one test for each workload that ran it', () => {
    const { detail } = prepare({ test: 'readrandom.t8' });
    expect(detail?.tables.map(({ title }) => title)).toEqual([
      'readrandom.t8, byrx, absolute',
      'readrandom.t8, byrx, relative',
      'readrandom.t8, iodir, absolute',
      'readrandom.t8, iodir, relative',
    ]);
    const [absolute, relative] = detail?.tables ?? [];
    expect(absolute?.heads.map(({ label }) => label)).toEqual(['ops/s', 'p99', 'w-amp', 'stall%']);
    expect(textsOf(absolute)[1]).toEqual(['8.8.0', '1\u202f100', '36.0', '2.0', '12.3']);
    expect(textsOf(relative)[1]).toEqual(['8.8.0', '1.10', '2.00', '1.00', 'inf']);
    expect(levelsOf(relative)[1]).toEqual(['b1', 'r5', 'n', 'n']);
  });
});

describe('head of the db_bench report', () => {
  const entries = views.map((view) => toEntry(view));

  it('offers workloads that stand side by side as one, and the bases of all of them', () => {
    const [chosen] = entries;
    if (!chosen) throw new Error('no entry');
    const page = dbBenchPage({ entries, chosen, views, state: makeState() });
    const control = (name: string) => page.controls.find((each) => each.name === name);
    expect(control('workload')?.choices).toEqual([
      { value: 'byrx', label: 'db_bench, 8 clients: byrx, iodir' },
    ]);
    expect(control('base')?.value).toBe('rocksdb-8.0.0');
    expect(control('base')?.choices.map(({ label }) => label)).toEqual(['8.0.0', '8.8.0', '7.10.2']);
  });
});
