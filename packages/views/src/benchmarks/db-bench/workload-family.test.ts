import { describe, expect, it } from 'vitest';
import { makeView, toEntry } from '../../testing/test-view';
import { familyKey, familyOf, workloadHeading, workloadWord } from './db-bench';

const entry = (label: string, details: string[] = ['8 clients'], server = 'c2') =>
  toEntry(
    makeView({
      benchmark: 'db_bench',
      server,
      workload: { slug: label, label, details },
      columns: ['RocksDB 8.0.0'],
      tests: { fillseq: [1] },
    }),
  );

const iodir = entry('db_bench, IO-bound, iodir');
const byrx = entry('db_bench, cached, byrx');
const iobuf = entry('db_bench, IO-bound, iobuf');
const single = entry('db_bench', ['1M rows per table']);
const entries = [
  iodir,
  byrx,
  iobuf,
  single,
  entry('db_bench, cached, byrx', ['1 client']),
  entry('db_bench, cached, byrx', ['8 clients'], 'ser7'),
];

describe('workloads side by side', () => {
  it('are those of one server that differ in the word only, in the order of reports', () => {
    expect(familyOf(entries, iodir)).toEqual([byrx, iobuf, iodir]);
  });

  it('is the workload alone when it is none of the three', () => {
    expect(familyOf(entries, single)).toEqual([single]);
  });

  it('have in common what is not said by the word', () => {
    expect(familyKey(iodir.workload)).toBe('db_bench, 8 clients');
    expect(familyKey(byrx.workload)).toBe(familyKey(iobuf.workload));
  });

  it('are called by their word and what it means', () => {
    expect(workloadWord(byrx.workload)).toBe('byrx');
    expect(workloadHeading(iodir.workload)).toBe('iodir: IO-bound, O_DIRECT');
    expect(workloadHeading(single.workload)).toBe('db_bench');
  });
});
