import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory, writeRunDirectory } from '../testing/run-directory';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
let cwd = '';
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  await writeRunDirectory(join(cwd, RUN), { 'insert.range100': 7742.59, 'delete.range100': 9000 });
});
afterAll(() => remove());

const parse = (...args: string[]) => runCaptured(['parse', ...args], { cwd });

describe('basecase parse', () => {
  it('prints one record per measurement with exactly the documented keys', async () => {
    const { code, stdout } = await parse(RUN);
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    for (const record of records) {
      expect(Object.keys(record).join(' ')).toBe('file line tool run test metric value unit source');
    }
    expect(
      records.find(({ test, metric }) => test === 'insert_range=100' && metric === 'throughput'),
    ).toMatchObject({
      // Line of "queries: … per sec." in the file.
      line: 18,
      tool: 'sysbench',
      run: RUN,
      value: 7742.59,
      unit: 'queries/s',
      source: 'reported',
    });
  });

  it('names files relative to the path, whatever the directory is', async () => {
    const { stdout } = await parse(join(cwd, RUN), '--format', 'tsv');
    const [header, ...lines] = stdout.trimEnd().split('\n');
    expect(header).toBe('file\tline\ttool\trun\ttest\tmetric\tvalue\tunit\tsource');
    expect(new Set(lines.map((line) => line.split('\t')[0]))).toEqual(
      new Set(['sb.o.delete.range100.pk1.dop1', 'sb.o.insert.range100.pk1.dop1']),
    );
  });

  it('prints runs in the open format, which reads back to the same numbers', async () => {
    const { code, stdout } = await parse(RUN, '--format', 'results');
    expect(code).toBe(0);
    const [head, ...results] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(head).toMatchObject({ basecaseResults: 1, tool: 'sysbench', product: 'MySQL', version: '9.5.0' });
    expect(results).toContainEqual(
      expect.objectContaining({ test: 'insert', range: 100, metric: 'throughput', value: 7742.59 }),
    );
    await writeFile(join(cwd, 'results.ndjson'), stdout);
    expect((await runCaptured(['compare', RUN, 'results.ndjson'], { cwd })).stdout).toMatch(
      /insert_range=100 +7743 +1\.00/,
    );
  });

  it('never prints a password', async () => {
    const { stdout, stderr } = await parse(RUN, '--verbose');
    expect(stdout + stderr).not.toContain('mysql-password=pw');
  });

  it('continues after a path that cannot be read', async () => {
    const { code, stdout, stderr } = await parse('missing', RUN);
    expect(code).toBe(0);
    expect(stdout).toContain('7742.59');
    expect(stderr).toMatch(/missing.*NOT_FOUND/);
    expect(stderr).not.toContain(join(cwd, 'missing: '));
  });

  it('exits 2 with no output when nothing can be read', async () => {
    const { code, stdout } = await parse('missing', '--format', 'tsv');
    expect([code, stdout]).toEqual([2, '']);
  });

  it('writes Parquet to a file, and nowhere else', async () => {
    const { code, stdout } = await parse(RUN, '--format', 'parquet', '--output', join(cwd, 'out.parquet'));
    expect([code, stdout]).toEqual([0, '']);
    const file = await readFile(join(cwd, 'out.parquet'));
    // https://parquet.apache.org/docs/file-format: the same four bytes at both ends.
    expect([file.toString('latin1', 0, 4), file.toString('latin1', file.length - 4)]).toEqual([
      'PAR1',
      'PAR1',
    ]);
    const refused = await parse(RUN, '--format', 'parquet');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'basecase: --format parquet is binary: write it to a file with --output FILE.\n',
    ]);
    expect((await parse(RUN, '--output', 'x')).stderr).toContain('--output is for --format parquet');
    const gone = await parse(RUN, '--format', 'parquet', '--output', join(cwd, 'no', 'x.parquet'));
    expect([gone.code, gone.stderr]).toEqual([
      1,
      expect.stringContaining("x.parquet can't be written: ENOENT"),
    ]);
  });
});
