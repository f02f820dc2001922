import { expect, it } from 'vitest';
import { parseLogName, parsePath } from './names';

it.each([
  ['benchmark_readrandom.t8.log', 'benchmark.sh', 'readrandom.t8', 8],
  ['benchmark_overwrite.t2.s0.log.gz', 'benchmark.sh', 'overwrite.t2.s0', 2],
  ['benchmark_fillseq.wal_disabled.v400.log', 'benchmark.sh', 'fillseq.wal_disabled.v400', null],
  ['benchmark_bulkload_fillrandom.log', 'benchmark.sh', 'bulkload', null],
  ['o.point2', 'mytools', 'point2', null],
])('%s', (name, tool, word, threads) => {
  expect(parseLogName(name)).toEqual({ tool, word, threads });
});

it.each(['o.all', 'o.1000000.275000.1000000', 'result_1.txt', 'benchmark_.log'])(
  '%s says nothing',
  (name) => {
    expect(parseLogName(name)).toBeNull();
  },
);

it.each([
  [
    'bm.lc.nt8.d1/6.29.clang.lto/report.tsv',
    { workload: null, clients: 8, version: '6.29', flavour: 'clang.lto' },
  ],
  ['a/byrx/sum.byrx.clang.lto.txt', { workload: 'byrx', cached: true, flavour: 'clang.lto', config: null }],
  ['c/sum.iobuf.dop4.txt.sdev', { workload: 'iobuf', cached: false, clients: 4, config: null }],
  ['c/sum.byrx.hcc.txt', { workload: 'byrx', config: 'hcc', flavour: null }],
  ['c/sum.byrx.both.txt', { config: null }],
  ['db_bench-7.8.3/x.log', { version: '7.8.3', flavour: null }],
  [
    'rocksdb-10.9.0-g4eb13e8/x.log',
    { version: '10.9.0', build: expect.objectContaining({ commit: '4eb13e8' }), flavour: null },
  ],
  [
    '10.9.0.20260829.clang/x.log',
    { version: '10.9.0', build: expect.objectContaining({ commit: null }), flavour: 'clang' },
  ],
  ['2023-09-27/x.log', { version: null, build: null }],
  ['10.2/report.tsv', { version: '10.2', flavour: null }],
])('%s', (path, expected) => {
  expect(parsePath(path)).toMatchObject(expected);
});
