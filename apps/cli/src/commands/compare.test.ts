import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory, writeRunDirectory } from '../testing/run-directory';

const BASE = 'x.my8043_rel_o2nofp.z12a_c8r32.pk1';
const OTHER = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
let cwd = '';
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  await writeRunDirectory(join(cwd, BASE), {
    'insert.range100': 8000.4,
    'hot-points.range100': 2870,
    'point-query.warm.range100': 10,
  });
  await writeRunDirectory(join(cwd, OTHER), {
    'insert.range100': 7200.6,
    'hot-points.range100': 2999,
    'point-query.warm.range100': 10,
  });
});
afterAll(() => remove());

/** A scan of 8 clients and its summary in Krows/s. */
async function writeScan(run: string, { seconds, summary }: { seconds: number; summary: number }) {
  const directory = await writeRunDirectory(join(cwd, run), { 'scan.range100': 8 / seconds });
  const file = join(directory, 'sb.o.scan.range100.pk1.dop1');
  const text = (await readFile(file, 'utf8'))
    .replace('--threads=1', '--threads=8')
    .replace('Number of threads: 1', 'Number of threads: 8')
    .replace(/avg: .*/, `avg: ${(seconds * 1000).toFixed(2)}`)
    .replace(/sum: .*/, '');
  await rm(file);
  await writeFile(join(directory, 'sb.o.scan.range100.pk1.dop8'), text);
  const met = `iostat, vmstat normalized by operation rate
samp\tr/s\trMB/s\tw/s\twMB/s\tr/o\trKB/o\twKB/o\to/s
2\t0.0\t0.0\t0.0\t0.0\t0.000\t0.000\t0.000\t${summary}

samp\tcs/s\tcpu/s\tcs/o\tcpu/o
5\t4000\t40.0\t${(4000 / summary).toFixed(3)}\t${(40 / summary).toFixed(6)}
`;
  await writeFile(join(directory, 'sb.met.scan.range100.pk1.dop8'), met);
}

const compare = (...args: string[]) => runCaptured(['compare', ...args], { cwd });

describe('basecase compare', () => {
  it('divides every column by the first, in domain order', async () => {
    const { code, stdout } = await compare(BASE, OTHER, '--format', 'tsv');
    expect(stdout.split('\n')).toEqual([
      `Relative to: ${BASE}`,
      `col-1 : ${OTHER}`,
      '',
      'col-1',
      '1.04\thot-points_range=100',
      '0.90\tinsert_range=100',
      '',
    ]);
    expect(code).toBe(0);
  });

  it('prints unrounded ratios in json, and ratios of rounded QPS with --reported', async () => {
    const ratioOf = async (...options: string[]) => {
      const { stdout } = await compare(BASE, OTHER, '--format', 'json', ...options);
      return JSON.parse(stdout).rows[1].relative[1];
    };
    expect(await ratioOf()).toBe(7200.6 / 8000.4);
    expect(await ratioOf('--reported')).toBe(7201 / 8000);
  });

  it('compares scans by one rule, whichever rule the summaries of the logs follow', async () => {
    // 50M rows in 10 s by each of 8 clients: 5000 Krows/s of one, 40000 of all.
    await writeScan('x.my8043.z12a.pk1', { seconds: 10, summary: 40_000 });
    await writeScan('x.my9500.z12a.pk1', { seconds: 12.5, summary: 4000 });
    const ratioOf = async (...options: string[]) => {
      const { stdout, stderr } = await compare('x.my8043.z12a.pk1', 'x.my9500.z12a.pk1', ...options);
      return [
        /^([\d.]+)\tscan_range=100$/m.exec(stdout)?.[1],
        stderr.includes('by the rules before and since'),
      ];
    };
    expect(await ratioOf('--reported', '--format', 'tsv')).toEqual(['0.80', true]);
    expect(await ratioOf('--format', 'tsv')).toEqual(['0.80', false]);
    const costs = await compare('x.my8043.z12a.pk1', 'x.my9500.z12a.pk1', '--reported', '--metric', 'cpu/o');
    expect(costs.stdout).not.toContain('scan_range=100');
  });

  it('keeps warm-ups when asked', async () => {
    const { stdout } = await compare(BASE, OTHER, '--warmups', '--format', 'tsv');
    expect(stdout).toContain('1.00\tpoint-query.warm_range=100');
  });

  it('names blocks like sb.met files with --reported, like rows without', async () => {
    const all = ['--metric', 'all', '--format', 'tsv'];
    expect((await compare(BASE, OTHER, ...all)).stdout).toMatch(/^hot-points_range=100\n--- absolute\n/);
    expect((await compare(BASE, OTHER, ...all, '--reported')).stdout).toMatch(
      /^sb\.met\.hot-points\.range100\.pk1\.dop1\n/,
    );
  });

  it('calls a column what its directory is called, however it was written', async () => {
    const { stdout } = await compare(`${BASE}/`, '.', '--format', 'json');
    const here = await runCaptured(['compare', '.', `../${OTHER}`, '--format', 'json'], {
      cwd: join(cwd, BASE),
    });
    expect(JSON.parse(here.stdout).columns).toEqual([BASE, OTHER]);
    // The directory above holds two versions, so it is not one column.
    expect(stdout).toBe('');
  });

  it('adds all columns of a summary table, also next to a directory', async () => {
    const table = `col-1 : x.my5651.pk1\ncol-2 : x.my5744.pk1\n\ncol-1\tcol-2\n4533\t3927\thot-points_range=100\n`;
    await writeFile(join(cwd, 'qps.abs.all.tsv'), table);
    const { stdout } = await compare('qps.abs.all.tsv', OTHER, '--format', 'tsv');
    expect(stdout).toContain('Relative to: x.my5651.pk1\ncol-1 : x.my5744.pk1\ncol-2 : x.my9500');
    expect(stdout).toContain('0.87\t0.66\thot-points_range=100');
    expect(stdout).toContain('\t\tinsert_range=100');
  });
});

describe('what cannot be compared', () => {
  it('is a usage error: one column, several versions in one argument, a table of ratios', async () => {
    const alone = await compare(BASE);
    expect(alone.stderr).toContain('Add another path, or --absolute');
    const several = await compare('.', BASE);
    expect(several.stderr).toContain('Pass each run directory as a separate argument');
    await writeFile(
      join(cwd, 'qps.rel.all.tsv'),
      'Relative to: x.my5651.pk1\ncol-1 : x.my5744.pk1\n\ncol-1\n0.87\thot-points_range=100\n',
    );
    const ratios = await compare('qps.rel.all.tsv', BASE);
    expect(ratios.stderr).toContain('Pass the table of absolute values');
    expect([alone, several, ratios].map(({ code, stdout }) => [code, stdout])).toEqual([
      [1, ''],
      [1, ''],
      [1, ''],
    ]);
  });

  it('an unknown metric or format is a usage error that lists the choices', async () => {
    const { code, stderr } = await compare(BASE, OTHER, '--metric', 'latency');
    expect(code).toBe(1);
    expect(stderr).toContain('qps, cpu/o, cs/o, r/o, rKB/o, wKB/o, all');
  });

  it('a column that cannot be read stays, empty, and keeps the numbers of the others', async () => {
    const { code, stdout, stderr } = await compare(BASE, 'missing.tar.gz', OTHER, '--format', 'tsv');
    expect(code).toBe(0);
    expect(stdout).toContain('col-1 : missing\ncol-2 : x.my9500');
    expect(stdout).toContain('\t0.90\tinsert_range=100');
    expect(stderr).toContain('missing.tar.gz');
    expect(stderr).toContain('NOT_FOUND');
  });

  it('exits 2 when nothing could be read, and prints nothing that looks like a result', async () => {
    await mkdir(join(cwd, 'empty'), { recursive: true });
    const { code, stdout, stderr } = await compare('empty', 'missing');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('NO_KNOWN_LOGS');
  });

  it('exits 2 when no column has the metric', async () => {
    const { code, stdout, stderr } = await compare(BASE, OTHER, '--metric', 'r/o', '--format', 'json');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('No test has r/o');
  });
});

describe('results.json as an argument', () => {
  const write = (name: string, head: object, results: object[]) =>
    writeFile(
      join(cwd, name),
      JSON.stringify({ basecaseResults: 1, tool: 'mybench', product: 'X', ...head, results }),
    );

  it('brings a column for each version and machine', async () => {
    const put = { test: 'put', metric: 'throughput', unit: 'ops/s' };
    await write('several.json', {}, [
      { ...put, version: '1.0', machine: 'a', value: 10 },
      { ...put, version: '1.1', machine: 'a', value: 12 },
      { ...put, version: '1.1', machine: 'b', value: 99 },
    ]);
    const { stdout } = await compare('several.json', '--format', 'csv', '--absolute');
    expect(stdout).toContain('1.0 on a');
    expect(stdout.trim().split('\n').at(-1)).toBe('put,10,12,99,Throughput');
  });

  it('is compared in one unit, and every metric of it is among "all"', async () => {
    const latency = { test: 'put', metric: 'latency' };
    const rate = { test: 'put', metric: 'throughput' };
    await write('ms.json', { version: '1.0' }, [
      { ...latency, unit: 'ms', value: 2 },
      { ...rate, unit: 'ops/s', value: 10 },
    ]);
    await write('us.json', { version: '1.1' }, [
      { ...latency, unit: 'us', value: 1000 },
      { ...rate, unit: 'ops/min', value: 1200 },
    ]);
    const { stdout } = await compare('ms.json', 'us.json', '--metric', 'all');
    expect(stdout).toContain('latency (ms)');
    expect(stdout).toMatch(/^us\.json +0\.50 +2\.00$/m);
  });
});
