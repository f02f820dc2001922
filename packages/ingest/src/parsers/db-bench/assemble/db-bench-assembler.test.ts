import { describe, expect, it } from 'vitest';
import { readUpload } from '../../../read-upload';
import { makeDirectory, readFixture } from '../../../testing/fixtures';

const read = async (files: Record<string, Buffer | string>) => {
  using directory = makeDirectory(files);
  return await readUpload(directory.path);
};
const fixture = (name: string) => readFixture(name);

/** A row of report.tsv. */
function row(cells: Record<string, string>): string {
  const names = fixture('made-report-28-columns.tsv').toString().split('\n')[3]?.split('\t') ?? [];
  return `${names.map((name) => cells[name] ?? '').join('\t')}\n`;
}
const header = row(
  Object.fromEntries(
    (fixture('made-report-28-columns.tsv').toString().split('\n')[3] ?? '')
      .split('\t')
      .map((name) => [name, name]),
  ),
);

describe('logs of one directory', () => {
  it('are one run of their version, named by their files', async () => {
    const upload = await read({
      'bm.lc.nt2.d0/7.8.clang.lto/benchmark_fillseq.wal_disabled.v100.log': fixture(
        'benchmark_fillseq.wal_disabled.v100.log',
      ),
      'bm.lc.nt2.d0/7.8.clang.lto/benchmark_readrandom.t2.log': fixture('benchmark_readrandom.t2.log'),
      'bm.lc.nt2.d0/7.8.clang.lto/benchmark_readwhilewriting.t1.log': fixture(
        'benchmark_readwhilewriting.t1.log',
      ),
    });
    expect(upload.runs).toHaveLength(1);
    const [run] = upload.runs;
    expect(run).toMatchObject({
      benchmark: 'db_bench',
      label: 'bm.lc.nt2.d0/7.8.clang.lto',
      variant: {
        product: 'RocksDB',
        version: '7.8.3',
        versionKnown: true,
        flavour: 'clang.lto',
        config: null,
      },
      workload: { clients: 2, rowsPerTable: 20_000, label: null },
      cores: 2,
    });
    expect(run?.results.map(({ test, repeat, status, clients }) => [test, repeat, status, clients])).toEqual([
      ['fillseq.wal_disabled.v100', 1, 'ok', null],
      ['readwhilewriting.t1', 1, 'failed', 1],
      ['readrandom.t2', 1, 'ok', 2],
      ['readrandom.t2', 2, 'ok', 2],
      ['readrandom.t2', 3, 'ok', 2],
    ]);
    const found = run?.results[0]?.measurements.find(({ metric }) => metric === 'throughput');
    expect(found).toMatchObject({ value: 255_711, unit: 'operations/s', source: 'reported', line: 27 });
  });

  it('take from report.tsv what they do not have, and say where it differs', async () => {
    const common = { version: '7.8.3', date: '2026-11-21T01:00:00' };
    const report =
      header +
      // Rounded: 255711 and 3.9 of 3.909. p99 differs: 77 instead of 1.00.
      row({
        ...common,
        test: 'fillseq.wal_disabled.v100',
        ops_sec: '255711',
        usec_op: '3.9',
        p99: '77',
        rss: '1.5',
      }) +
      row({ ...common, test: 'overwrite.t2.s0', ops_sec: '1234' });
    const { runs, diagnostics } = await read({
      'benchmark_fillseq.wal_disabled.v100.log': fixture('benchmark_fillseq.wal_disabled.v100.log'),
      'report.tsv': report,
    });
    expect(runs).toHaveLength(1);
    expect(runs[0]?.results.map(({ test }) => test)).toEqual([
      'fillseq.wal_disabled.v100',
      'overwrite.t2.s0',
    ]);
    const fill = runs[0]?.results[0]?.measurements ?? [];
    expect(fill.find(({ metric }) => metric === 'rss')).toMatchObject({ file: 'report.tsv', line: 2 });
    expect(fill.filter(({ metric }) => metric === 'latency_p99').map(({ value }) => value)).toEqual([
      0.000001,
    ]);
    const differing = diagnostics.filter(({ code }) => code === 'VALUES_DISAGREE');
    expect(differing).toMatchObject([
      { file: 'report.tsv', line: 2, message: expect.stringContaining(': p99 differ') },
    ]);
  });

  it('keep results apart between which the database was changed', async () => {
    const { runs } = await read({ 'x/o.point2': fixture('made-v1-test-is.txt') });
    expect(runs[0]?.results.map(({ test, repeat }) => [test, repeat])).toEqual([
      ['overwrite.point2', 1],
      ['readrandom.point2.after-compact0', 1],
      ['readrandom.point2.after-overwrite', 1],
      ['readrandom.point2.after-overwrite', 2],
      ['multireadrandom.point2', 1],
    ]);
  });

  it('count once when they are also joined to one file, or picked from', async () => {
    const one = fixture('made-v1-test-is.txt');
    const other = Buffer.from(one.toString().replaceAll('309980', '309990'));
    const picked =
      'readrandom   :       5.000 micros/op 200000 ops/sec;   25.0 MB/s (1000000 of 1000000 found)\n';
    const { runs, diagnostics } = await read({
      'x/o.1.2': Buffer.concat([one, other]),
      'x/o.all': picked,
      'x/o.point1': one,
      'x/o.point2': other,
    });
    expect(runs[0]?.results).toHaveLength(10);
    expect(diagnostics.filter(({ code }) => code === 'SUMMARY_SUPERSEDED').map(({ file }) => file)).toEqual([
      'x/o.1.2',
      'x/o.all',
    ]);
  });

  it('are distinguished when they are joined and nothing else is there', async () => {
    const one = fixture('made-v1-test-is.txt');
    const { runs } = await read({ 'x/o.1.2': Buffer.concat([one, one]) });
    const tests = new Set(runs[0]?.results.map(({ test }) => test));
    expect(tests).toContain('overwrite.exec1');
    expect(tests).toContain('readrandom.exec2.after-compact0');
  });

  it('report that picked lines are read as repeats', async () => {
    const { runs, diagnostics } = await read({ 'x/o.all': fixture('made-picked-results.all') });
    expect(runs[0]?.results.map(({ test, repeat }) => [test, repeat])).toEqual([
      ['seekrandom', 1],
      ['seekrandom', 2],
    ]);
    expect(diagnostics.map(({ code }) => code)).toContain('SEVERAL_SUMMARIES');
  });
});

describe('tables', () => {
  it('give a run for each version and compiler that summary.tsv lists', async () => {
    const { runs } = await read({ 'byrx/summary.tsv': fixture('made-summary.tsv') });
    expect(
      runs.map(({ label, variant, workload }) => [label, variant.flavour, workload.label, workload.cached]),
    ).toEqual([
      ['byrx/9.4.1.gcc', 'gcc', 'byrx', true],
      ['byrx/9.4.1.clang.lto', 'clang.lto', 'byrx', true],
      ['byrx/10.0.1.gcc', 'gcc', 'byrx', true],
    ]);
    expect(runs[1]?.results.map(({ test, measurements }) => [test, measurements[0]?.value])).toEqual([
      ['overwrite.t4.s0', 2100],
      ['readrandom.t4', 1100],
    ]);
  });

  it('keep rows of one version as repeats, and count a row once that two tables have', async () => {
    const bytes = fixture('made-sum.byrx.dop4.txt.sdev');
    const { runs, diagnostics } = await read({
      'c/sum.byrx.dop4.txt.sdev': bytes,
      'c/sum.byrx.dop4.txt': bytes.toString().replace(/^mean.*\n/m, ''),
    });
    expect(runs).toHaveLength(1);
    expect(runs[0]?.workload).toMatchObject({ clients: 4, label: 'byrx' });
    expect(runs[0]?.results.map(({ repeat, measurements }) => [repeat, measurements[0]?.value])).toEqual([
      [1, 1000],
      [2, 1100],
      [3, 1200],
    ]);
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ['DUPLICATE_RESULT', 'c/sum.byrx.dop4.txt'],
      ['SUMMARY_SUPERSEDED', 'c/sum.byrx.dop4.txt.sdev'],
    ]);
  });

  it('keep a failed row as a failed result', async () => {
    const { runs } = await read({ 'x/report.tsv': fixture('made-report-28-columns.tsv') });
    expect(runs[0]?.results.map(({ test, status }) => [test, status])).toContainEqual([
      'overwrite.t8.s0',
      'failed',
    ]);
    expect(runs[0]?.workload.clients).toBe(8);
  });

  it('take operations per second of versions from a table without whole rows', async () => {
    const { runs } = await read({
      'x/fmt.byrx.abs1.tsv': fixture('made-fmt.byrx.abs1.tsv'),
      'x/csum.byrx.gcc.csv': fixture('made-csum.byrx.gcc.csv'),
    });
    expect(runs.map(({ variant, results }) => [variant.version, results.length])).toEqual([
      ['9.4.1', 2],
      ['10.0.1', 2],
    ]);
  });

  it('do not guess versions of columns without a header', async () => {
    const { runs } = await read({ 'x/abs.iobuf.9x.tsv': fixture('made-abs.iobuf.9x.tsv') });
    expect(runs.map(({ variant }) => [variant.version, variant.versionKnown])).toEqual([
      ['x/abs.iobuf.9x.tsv column 1', false],
      ['x/abs.iobuf.9x.tsv column 2', false],
    ]);
  });
});

describe('the git hash of report.tsv', () => {
  const common = { version: '9.4.1', date: '2025-03-1T04:05:06', test: 'readrandom.t8', ops_sec: '1000' };
  const [one, other] = ['0123456789', '89abcdef01'];
  const buildsIn = ({ runs }: Awaited<ReturnType<typeof read>>) =>
    runs.map(({ variant, results }) => [variant.build?.commit ?? null, results.length]);

  it('distinguishes builds of one version, in one table and in several', async () => {
    const rows = [
      row({ ...common, githash: one }),
      row({ ...common, githash: other, ops_sec: '900' }),
      row({ ...common, githash: other, ops_sec: '910', date: '2025-03-2T04:05:06' }),
    ];
    const joined = await read({ 'x/report.tsv': header + rows.join('') });
    expect(buildsIn(joined)).toEqual([
      [one, 1],
      [other, 2],
    ]);
    const [first = '', second = ''] = rows;
    const apart = await read({ 'a/report.tsv': header + first, 'b/report.tsv': header + second });
    expect(buildsIn(apart)).toEqual([
      [one, 1],
      [other, 1],
    ]);
  });

  it.each([
    ['one version with one commit', [{ githash: one }, { githash: one, ops_sec: '900' }]],
    ['no commit', [{ githash: '' }, { githash: 'NA', ops_sec: '900' }]],
    ['a commit of each version', [{ githash: one }, { githash: other, version: '9.5.0' }]],
  ])('names no build of %s', async (_, cells) => {
    const rows = cells.map((own) => row({ ...common, ...own }));
    const { runs } = await read({ 'x/report.tsv': header + rows.join('') });
    expect(runs.every(({ variant }) => !variant.build)).toBe(true);
  });
});

describe('other programs of the name', () => {
  it('RocksDB up to 3.8 called itself LevelDB', async () => {
    const log = fixture('benchmark_readrandom.t2.log').toString();
    const named = (header: string) => log.replace(/^RocksDB: +version .*$/m, header);
    const { runs } = await read({
      'a/benchmark_readrandom.t2.log': named('LevelDB:    version 3.8'),
      'b/benchmark_readrandom.t2.log': named('LevelDB:    version 1.20'),
    });
    expect(runs.map(({ variant }) => [variant.product, variant.version])).toEqual([
      ['RocksDB', '3.8'],
      ['LevelDB', '1.20'],
    ]);
  });

  it.each([
    ['one thread', 1, ''],
    ['four threads', 4, ''],
    ['four threads of a name', 4, 'benchmark_fillseq.t4.log'],
  ])(
    'LevelDB prints no operations/s: they are those of its threads, which MB/s shows: %s',
    async (_, threads, name) => {
      const text = fixture('made-leveldb-1.23.txt')
        .toString()
        .replace(/ (\d+\.\d) MB/g, (_all, rate) => ` ${(Number(rate) * threads).toFixed(1)} MB`);
      const { runs } = await read({ [`leveldb-1.23/${name || 'out.txt'}`]: text });
      const of = (test: string) =>
        runs[0]?.results
          .find((result) => result.test.startsWith(test))
          ?.measurements.find(({ metric }) => metric === 'throughput');
      expect(of('fillseq')).toMatchObject({ value: (threads * 1e6) / 1.765, source: 'computed', line: 11 });
      expect(of('readrandom')).toMatchObject({ value: (threads * 1e6) / 16.677, line: 15 });
      expect(runs[0]?.variant).toMatchObject({ product: 'LevelDB', version: '1.23' });
    },
  );

  it('LevelDB without MB/s does not show its threads: it has the time of an operation alone', async () => {
    const text = fixture('made-leveldb-1.23.txt')
      .toString()
      .replace(/; +\d+\.\d MB\/s.*/g, ';');
    const { runs } = await read({ 'leveldb-1.23/out.txt': text });
    const metrics = runs.flatMap(({ results }) => results.flatMap(({ measurements }) => measurements));
    expect(new Set(metrics.map(({ metric }) => metric))).toEqual(new Set(['latency_avg']));
  });

  it('db_bench in Java prints decimals of operations, and no semicolon', async () => {
    const { runs } = await read({ 'x/java.log': fixture('made-java-db_bench.log') });
    const values = runs.flatMap(({ results }) =>
      results.map(({ test, measurements }) => [
        test,
        measurements.map(({ metric, value }) => [metric, value]),
      ]),
    );
    expect(values).toEqual([
      [
        'fillseq',
        [
          ['throughput', 2324],
          ['latency_avg', 0.0004303008],
          ['latency_min', 0.00032],
          ['latency_max', 0.873116],
        ],
      ],
      [
        'readrandom',
        [
          ['throughput', 6524.7],
          ['latency_avg', 0.0001532644],
          ['latency_min', 0.000055],
          ['latency_max', 0.00801],
        ],
      ],
    ]);
  });
});
