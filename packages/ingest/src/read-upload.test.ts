import path from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Measurement, NormalizedResult, ParsedUpload } from './model/run';
import { readUpload, readUploadStream } from './read-upload';
import { makeDirectory, readFixture, runFiles } from './testing/fixtures';
import { makeTar } from './testing/tar';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';

function resultOf(upload: ParsedUpload, test: string, run = 0): NormalizedResult {
  const result = upload.runs[run]?.results.find((candidate) => candidate.test === test);
  if (!result) throw new Error(`no result of ${test}`);
  return result;
}

function numberOf(result: NormalizedResult, metric: string, source: Measurement['source']): number | null {
  return result.measurements.find((m) => m.metric === metric && m.source === source)?.value ?? null;
}

describe('readUpload of a run directory', () => {
  it('joins the logs of one test into one result, each value with formula, file and line', async () => {
    using directory = makeDirectory(runFiles(RUN));
    const upload = await readUpload(directory.path);
    expect(upload.runs).toHaveLength(1);
    expect(upload.runs[0]).toMatchObject({
      label: RUN,
      path: RUN,
      benchmark: 'sysbench',
      variant: {
        product: 'MySQL',
        version: '9.5.0',
        versionKnown: true,
        flavour: 'rel_o2nofp',
        config: 'z12a_c8r32',
      },
      workload: {
        tables: 4,
        rowsPerTable: 1_000_000,
        clients: 2,
        primaryKey: true,
        cached: null,
        label: null,
      },
      server: null,
      cores: 8,
    });
    const result = resultOf(upload, 'read-write');
    expect(result).toMatchObject({
      range: 100,
      repeat: 1,
      status: 'ok',
      unit: 'queries/s',
      clients: 2,
      device: 'md2',
    });
    const q = 4000.05;
    const expected: [string, Measurement['source'], number][] = [
      ['throughput', 'reported', q],
      ['latency_min', 'reported', 0.00443],
      ['latency_avg', 'reported', 0.00999],
      ['latency_max', 'reported', 0.12345],
      ['latency_p95', 'reported', 0.01275],
      ['transactions_per_s', 'reported', 200],
      ['errors', 'reported', 3],
      ['elapsed', 'reported', 60.0012],
      // us + sy = 40 + 20, cs = 6000 over 3 samples; 8 cores
      ['cpu_percent', 'computed', 60],
      ['cpu_per_op', 'computed', 60 / q],
      ['cs_per_op', 'computed', 6000 / q],
      ['cpu_us_per_op', 'computed', ((60 / 100) * 8 * 1e6) / q],
      ['samples_vmstat', 'computed', 3],
      // md2: r/s 20, rkB/s 160.25, w/s 300, wkB/s 2000 over 2 samples
      ['reads_per_op', 'computed', 20 / q],
      ['read_kb_per_op', 'computed', 160.25 / q],
      ['write_kb_per_op', 'computed', 2000 / q],
      ['writes_per_s', 'computed', 300],
      // The values of sb.met, quirks included, are stored as reported.
      ['cpu_per_op', 'reported', 0.01035],
      ['cs_per_op', 'reported', 0.9],
      ['write_kb_per_op', 'reported', 0.5],
    ];
    for (const [metric, source, value] of expected)
      expect([metric, numberOf(result, metric, source)]).toEqual([metric, value]);
    expect(
      result.measurements.find(({ metric, source }) => metric === 'cpu_per_op' && source === 'computed'),
    ).toEqual({
      metric: 'cpu_per_op',
      value: 60 / q,
      unit: '% of all cores per operation',
      source: 'computed',
      formula: 'cpu_per_op',
      file: `${RUN}/sb.vm.read-write.range100.pk1.dop2`,
      line: 4,
      lineEnd: 8,
    });
  });

  it('counts scans in Krows/s per client and keeps the value of the old rule as reported', async () => {
    using directory = makeDirectory(runFiles(RUN));
    const upload = await readUpload(directory.path);
    const scan = resultOf(upload, 'scan');
    // 1,000,000 rows / 300.00 ms = 3333.3; old rule: 1,000,000 × 6.67 / 1000 = 6670 of both clients
    expect(scan.measurements.filter(({ metric }) => metric === 'throughput')).toMatchObject([
      {
        value: 3333,
        source: 'computed',
        formula: 'scan_krows_per_client',
        unit: 'Krows/s per client',
        line: 21,
      },
      { value: 6670, source: 'reported', formula: null, unit: 'Krows/s', line: 3 },
    ]);
    expect(upload.diagnostics.filter(({ code }) => code === 'OLD_SCAN_RULE')).toMatchObject([
      { severity: 'info', file: `${RUN}/sb.met.scan.range100.pk1.dop2`, line: 3 },
    ]);
  });

  it('has the load as a warm-up', async () => {
    using directory = makeDirectory(runFiles(RUN));
    const prepare = resultOf(await readUpload(directory.path), 'prepare');
    expect(prepare).toMatchObject({ range: null, status: 'warmup', unit: 'rows/s' });
    expect(numberOf(prepare, 'throughput', 'reported')).toBe(100_000);
  });

  it('lists every file: read, kept or unknown with its reason', async () => {
    using directory = makeDirectory({
      ...runFiles(RUN),
      [`${RUN}/notes.odt`]: 'PK\u0003\u0004',
      [`${RUN}/sb.pgs.io.a.range1.pk1`]: '',
    });
    const upload = await readUpload(directory.path);
    const statuses = upload.artifacts.map(({ path: file, kind, status }) => [
      path.basename(file),
      kind,
      status,
    ]);
    expect(statuses).toContainEqual(['my.cnf', 'config', 'kept']);
    expect(statuses).toContainEqual(['sb.pgs.db.scan.range100.pk1', 'pg_stat', 'kept']);
    expect(statuses).toContainEqual(['sb.o.myvac', 'vacuum', 'kept']);
    expect(statuses).toContainEqual(['sb.pgs.io.a.range1.pk1', 'pg_stat', 'kept']);
    expect(statuses).toContainEqual(['notes.odt', 'unknown', 'unknown']);
    expect(statuses).toHaveLength(Object.keys(runFiles(RUN)).length + 2);
    expect(upload.diagnostics.filter(({ code }) => code === 'UNKNOWN_FORMAT')).toMatchObject([
      { file: `${RUN}/notes.odt` },
    ]);
    expect(upload.diagnostics.filter(({ code }) => code === 'EMPTY_FILE')).toHaveLength(1);
  });

  it('takes the directory itself as the run', async () => {
    using directory = makeDirectory(runFiles(RUN));
    const upload = await readUpload(path.join(directory.path, RUN, '.'));
    expect(upload.runs.map(({ label, path: at }) => [label, at])).toEqual([[RUN, '.']]);
  });

  it('uses the device that is asked for, and says when there is none', async () => {
    using directory = makeDirectory(runFiles(RUN));
    expect(resultOf(await readUpload(directory.path, { device: 'md3' }), 'read-write').device).toBe('md3');
    const none = await readUpload(directory.path, { device: 'sdz' });
    expect(resultOf(none, 'read-write').device).toBeNull();
    expect(none.diagnostics.find(({ code }) => code === 'METRIC_MISSING')?.message).toContain(
      'found: md2, md3, nvme0n1',
    );
  });
});

describe('kinds of upload', () => {
  it('reads the same from a directory, a tar, a tar.gz and a stream', async () => {
    using directory = makeDirectory(runFiles(RUN));
    const expected = await readUpload(directory.path);
    const byPath = (upload: ParsedUpload) => ({
      ...upload,
      artifacts: [...upload.artifacts].sort((a, b) => (a.path < b.path ? -1 : 1)),
      // The name of the upload, which each of them has its own.
      firstReading: null,
    });
    const entries = Object.entries(runFiles(`./${RUN}`)).map(([name, content]) => ({
      name: `./${name}`,
      content,
    }));
    const tar = await makeTar([{ name: './', type: 'directory' }, ...entries]);
    using files = makeDirectory({
      'a.tar': tar,
      'b.tar.gz': gzipSync(tar),
      'gzip without a suffix': gzipSync(tar),
    });
    for (const name of ['a.tar', 'b.tar.gz', 'gzip without a suffix']) {
      expect(byPath(await readUpload(path.join(files.path, name)))).toEqual(byPath(expected));
    }
    expect(byPath(await readUploadStream(Readable.from([gzipSync(tar)]), 'c.tgz'))).toEqual(byPath(expected));
  });

  it('reads .gz members, under the name they have', async () => {
    const name = 'sb.o.read-write.range100.pk1.dop2';
    using directory = makeDirectory({ [`fbmy80/${name}.gz`]: gzipSync(readFixture(name)) });
    const upload = await readUpload(directory.path);
    expect(resultOf(upload, 'read-write')).toMatchObject({ range: 100, clients: 2 });
    expect(upload.artifacts).toMatchObject([
      { path: `fbmy80/${name}.gz`, kind: 'sysbench', status: 'parsed' },
    ]);
  });

  it('names a single log after its run directory, its test after its name', async () => {
    const name = 'sb.o.read-write.range100.pk1.dop2';
    using directory = makeDirectory({
      [`${RUN}/${name}`]: readFixture(name),
      'other.log': readFixture('zero.txt'),
    });
    const [run] = (await readUpload(path.join(directory.path, RUN, name))).runs;
    expect([run?.label, run?.variant.version]).toEqual([RUN, '9.5.0']);
    const other = await readUpload(path.join(directory.path, 'other.log'));
    expect(other.runs[0]?.label).toBe('other.log');
    expect(resultOf(other, 'oltp_point_select').clients).toBe(1);
    expect(other.diagnostics.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['NAME_UNPARSED', 'UNKNOWN_VERSION']),
    );
  });

  it('holds what was read of the logs once, however often their names are settled', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    using directory = makeDirectory(runFiles(RUN));
    const readings: WeakRef<object>[] = [];
    const held: number[] = [];
    await readUpload(directory.path, {
      settle: async ({ runs }) => {
        readings.push(new WeakRef(runs));
        // A target is kept to the end of the task that made its reference.
        await setImmediate();
        collect();
        held.push(readings.filter((reading) => reading.deref() !== undefined).length);
        return readings.length < 4 ? { layout: `{product}{version}/thr{clients}.t${readings.length}` } : null;
      },
    });
    expect(held.slice(1)).toEqual([1, 1, 1]);
  });
});
