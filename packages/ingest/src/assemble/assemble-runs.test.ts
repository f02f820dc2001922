import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readUpload } from '../read-upload';
import { makeDirectory, readFixture, runFiles } from '../testing/fixtures';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';

describe('what one upload holds', () => {
  it('makes run directories of one name one run with repeats, in natural order', async () => {
    using directory = makeDirectory({
      ...runFiles(`repeat10/${RUN}`),
      ...runFiles(`repeat2/${RUN}`),
      ...runFiles(`repeat1/${RUN}`),
    });
    const { runs } = await readUpload(directory.path);
    expect(runs.map(({ label, path: at }) => [label, at])).toEqual([[RUN, `repeat1/${RUN}`]]);
    const repeats = runs[0]?.results.filter(({ test }) => test === 'read-write') ?? [];
    expect(
      repeats.map(({ repeat, measurements }) => [repeat, path.posix.dirname(measurements[0]?.file ?? '')]),
    ).toEqual([
      [1, `repeat1/${RUN}`],
      [2, `repeat2/${RUN}`],
      [3, `repeat10/${RUN}`],
    ]);
  });

  it('makes several concurrencies of one directory several runs; warm-ups make none', async () => {
    const log = (threads: number) =>
      readFixture('sb.o.read-write.range100.pk1.dop2')
        .toString()
        .replace('--threads=2', `--threads=${threads}`);
    using directory = makeDirectory({
      'fbmy80/sb.o.read-write.range100.pk1.dop1': log(1),
      'fbmy80/sb.o.insert.range100.pk1.dop1': log(1),
      'fbmy80/sb.o.read-write.range100.pk1.dop8': log(8),
      'fbmy80/sb.o.point-query.warm.range100.pk1.dop4': log(4),
    });
    const { runs } = await readUpload(directory.path);
    expect(
      runs.map(({ label, workload, results }) => [label, workload.clients, results.map(({ test }) => test)]),
    ).toEqual([
      ['fbmy80', 1, ['point-query.warm', 'insert', 'read-write']],
      ['fbmy80', 8, ['read-write']],
    ]);
    expect(runs[0]?.variant).toMatchObject({ product: 'MyRocks', version: '8.0' });
  });

  it('computes fsyncs per write from SHOW GLOBAL STATUS after a test', async () => {
    const status = [
      '*************************** 1. row ***************************',
      'Variable_name: Aborted_clients',
      '        Value: 0',
      '*************************** 2. row ***************************',
      'Variable_name: Innodb_data_fsyncs',
      '        Value: 300',
      '*************************** 3. row ***************************',
      'Variable_name: Innodb_data_writes',
      '        Value: 1200',
      '',
    ];
    using directory = makeDirectory({
      ...runFiles(RUN),
      [`${RUN}/sb.gs.read-write.range100.pk1`]: status.join('\n'),
    });
    const [run] = (await readUpload(directory.path)).runs;
    const found = run?.results.flatMap(({ test, measurements }) =>
      measurements.flatMap(({ metric, value, line, lineEnd }) =>
        metric === 'fsyncs_per_write' ? [{ test, value, line, lineEnd }] : [],
      ),
    );
    expect(found).toEqual([{ test: 'read-write', value: 0.25, line: 6, lineEnd: 9 }]);
  });

  it('keeps different run directories apart', async () => {
    using directory = makeDirectory({ ...runFiles(RUN), ...runFiles('x.pg180_o2nofp.x10b_c8r32.pk1') });
    const { runs } = await readUpload(directory.path);
    expect(runs.map(({ variant }) => `${variant.product} ${variant.version}`)).toEqual([
      'MySQL 9.5.0',
      'PostgreSQL 18.0',
    ]);
  });

  it('lets basecase.json override names, and ignores one that is wrong', async () => {
    const manifest = readFixture('basecase.json');
    using directory = makeDirectory({ ...runFiles(RUN), 'basecase.json': manifest });
    const [run] = (await readUpload(directory.path)).runs;
    expect(run).toMatchObject({
      variant: { product: 'MySQL', version: '9.5.0', config: 'z12a_c8r32' },
      server: { name: 'pn53', cores: 8, cpu: null, memoryBytes: 34_359_738_368 },
      workload: { label: '4 x 1M rows', cached: true, clients: 2 },
      startedAt: '2026-11-20T23:40:04.444Z',
    });
    const names = [5, ' ', 'x'.repeat(101)].map((campaign) => JSON.stringify({ basecase: 1, campaign }));
    for (const wrong of ['{', '[]', '{"basecase": 2}', '{"basecase": 1, "servr": {}}', ...names]) {
      using other = makeDirectory({ ...runFiles(RUN), 'basecase.json': wrong });
      const upload = await readUpload(other.path);
      expect(upload.runs[0]?.server).toBeNull();
      expect(upload.diagnostics.map(({ code }) => code)).toContain('MANIFEST_INVALID');
    }
  });

  it('uses the nearest basecase.json', async () => {
    using directory = makeDirectory({
      ...runFiles(`a/${RUN}`),
      ...runFiles('b/x.pg180_o2nofp.x10b_c8r32.pk1'),
      'basecase.json': '{"basecase": 1, "notes": "all", "campaign": "may"}',
      'b/basecase.json': '{"basecase": 1, "notes": "b", "campaign": " june "}',
    });
    const { runs } = await readUpload(directory.path);
    expect(runs.map(({ notes }) => notes)).toEqual(['all', 'b']);
    expect(runs.map(({ campaign }) => campaign)).toEqual(['may', 'june']);
  });
});
