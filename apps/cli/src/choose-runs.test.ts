import type { ColumnInput } from '@basecase/analysis';
import type { BenchmarkId, NormalizedRun, Workload } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { type Choice, chooseRuns } from './choose-runs';

describe('the benchmark', () => {
  it('is the one that all columns have, and the others are listed as left out', () => {
    const columns = [column('a', run('sysbench'), run('fio')), column('b', run('fio'))];
    const { chosen, notes } = choose(columns);
    expect(chosen.benchmark).toBe('fio');
    expect(chosen.columns.map(({ runs }) => runs.map(({ benchmark }) => benchmark))).toEqual([
      ['fio'],
      ['fio'],
    ]);
    expect(notes).toEqual([
      'basecase: comparing fio, the benchmark that all columns share; left out: sysbench.',
    ]);
  });

  it('is never what vmstat alone says when there is another', () => {
    const { chosen, notes } = choose([
      column('a', run('host'), run('db_bench')),
      column('b', run('host'), run('db_bench')),
    ]);
    expect([chosen.benchmark, notes]).toEqual(['db_bench', []]);
  });

  it('must be chosen when all columns have several', () => {
    const both = [column('a', run('sysbench'), run('fio')), column('b', run('fio'), run('sysbench'))];
    expect(() => choose(both)).toThrow('results of sysbench and fio. Choose one, e.g. --benchmark sysbench.');
    expect(choose(both, { benchmark: 'fio' }).chosen.benchmark).toBe('fio');
  });

  it('that columns do not share is an error, one that was asked for and is not there too', () => {
    const columns = [column('a', run('sysbench')), column('b', run('tproc-c')), column('c', run('tproc-c'))];
    expect(() => choose(columns)).toThrow('no benchmark in common: sysbench in a; tproc-c in b and 1 more.');
    expect(() => choose(columns, { benchmark: 'fio' })).toThrow('Available: sysbench, tproc-c.');
  });

  it('does not depend on columns that could not be read', () => {
    expect(choose([column('a', run('fio')), column('b')]).chosen.benchmark).toBe('fio');
  });
});

describe('the workload', () => {
  const byrx = run('db_bench', { cached: true, label: 'byrx' });
  const iobuf = run('db_bench', { cached: false, label: 'iobuf' });

  it('is the one that all columns have', () => {
    const { chosen, notes } = choose([column('a', byrx, iobuf), column('b', iobuf)]);
    expect(chosen.columns.map(({ runs }) => runs.map(({ workload }) => workload.label))).toEqual([
      ['iobuf'],
      ['iobuf'],
    ]);
    expect(notes).toEqual(['basecase: comparing the workload that all columns share: IO-bound, iobuf.']);
  });

  it('must be chosen when a column has several, by words of it', () => {
    const columns = [column('a', byrx, iobuf), column('b', byrx, iobuf)];
    expect(() => choose(columns)).toThrow(
      'a holds several workloads, and a median over them is meaningless: cached, byrx; IO-bound, iobuf.',
    );
    const { chosen } = choose(columns, { workload: 'ByRx' });
    expect(chosen.columns.map(({ runs }) => runs.length)).toEqual([1, 1]);
    expect(() => choose(columns, { workload: 'iodir' })).toThrow(
      'no workload is called iodir. Available: cached, byrx',
    );
  });

  it('may have several client counts, which are separate rows', () => {
    const clients = [1, 16].map((count) => run('sysbench', { clients: count, tables: 8 }));
    expect(choose([column('a', ...clients)]).chosen.columns[0]?.runs).toHaveLength(2);
  });
});

it('two versions in one column are refused, by name', () => {
  const columns = [column('dir', run('sysbench', {}, '8.0'), run('sysbench', {}, '9.5'))];
  expect(() => choose(columns)).toThrow('dir holds 2 different runs, but an argument is one column.');
});

function choose(columns: readonly ColumnInput[], choice: Choice = {}) {
  const notes: string[] = [];
  const note = (line: string) => void notes.push(line);
  const io = { print: () => Promise.resolve(), note, progress: () => undefined, cwd: '.', env: {} };
  return { chosen: chooseRuns(columns, choice, io), notes };
}

function column(label: string, ...runs: NormalizedRun[]): ColumnInput {
  return { label, runs };
}

function run(benchmark: BenchmarkId, workload: Partial<Workload> = {}, version = '1.0'): NormalizedRun {
  const unsaid = {
    tables: null,
    rowsPerTable: null,
    clients: null,
    primaryKey: null,
    cached: null,
    label: null,
  };
  return {
    label: version,
    path: `x.${version}`,
    benchmark,
    variant: { product: 'p', version, versionKnown: true, flavour: null, config: null },
    workload: { ...unsaid, ...workload },
    server: null,
    cores: null,
    startedAt: null,
    notes: null,
    campaign: null,
    isSummary: false,
    results: [],
  };
}
