import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory, writeRunDirectory } from '../testing/run-directory';

const RUN = 'x.my9500_rel_o2nofp.z12a_c8r32.pk1';
const LOG = 'sb.o.insert.range100.pk1.dop1';
const VMSTAT = `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0 100000  10000 500000    0    0     0     0   10   20  1  1 98  0  0
 2  0      0 100000  10000 500000    0    0     0     0  300  700 40 10 50  0  0
 2  0      0 100000  10000 500000    0    0     0     0  300  900 30 10 60  0  0
`;
let cwd = '';
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  await writeRunDirectory(join(cwd, RUN), { 'insert.range100': 7742.59 });
  await writeFile(join(cwd, RUN, 'words.dat'), 'nothing that a benchmark prints\n');
  await writeFile(join(cwd, RUN, 'my.cnf'), '[mysqld]\ninnodb_buffer_pool_size=23G\n');
  await writeFile(join(cwd, RUN, 'sb.vm.insert.range100.pk1.dop1'), VMSTAT);
  await mkdir(join(cwd, 'empty'));
});
afterAll(() => remove());

const parse = (...args: string[]) => runCaptured(['parse', ...args], { cwd });

describe('parse --explain', () => {
  it('lists the parser of each file, the others that claimed it, and their scores', async () => {
    const { code, stdout } = await parse('--explain', RUN);
    const lines = stdout.split('\n');
    expect(code).toBe(0);
    expect(lines).toContain(`${LOG}: sysbench`);
    expect(lines[lines.indexOf(`${LOG}: sysbench`) + 1]).toMatch(
      /^ {2}1\.00 {2}sysbench {2}by content and name/,
    );
    expect(lines).toContain('my.cnf: config');
    expect(stdout).toMatch(/^words\.dat: unknown: no parser recognizes its content or its name$/m);
  });

  it('has a record for each candidate with --format, also of a file that nothing claims', async () => {
    const { stdout } = await parse('--explain', RUN, '--format', 'tsv');
    const [header, ...lines] = stdout.trimEnd().split('\n');
    expect(header).toBe('file\tread_as\tcandidate\tscore\treason');
    expect(lines).toContain('words.dat\tunknown\t\t0\tno parser recognizes its content or its name');
    const json = await parse('--explain', RUN, '--format', 'ndjson');
    expect(
      json.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toContainEqual(
      expect.objectContaining({ file: LOG, read_as: 'sysbench', candidate: 'sysbench', score: 1 }),
    );
  });

  it('lists the prefixes removed from a log that was copied out of a CI', async () => {
    const log = await readFile(join(cwd, RUN, LOG), 'utf8');
    await writeFile(join(cwd, '7_Run sysbench.txt'), log.replaceAll(/^/gm, '2024-05-01T12:34:56.1234567Z '));
    const stamp = 'a time stamp (GitHub Actions, GitLab, docker, kubectl)';
    const { stdout } = await parse('--explain', '7_Run sysbench.txt');
    expect(stdout).toMatch(/^7_Run sysbench\.txt: sysbench\n/);
    expect(stdout).toContain(`\n  taken off each line: ${stamp}\n`);
    const tsv = await parse('--explain', '7_Run sysbench.txt', '--format', 'tsv');
    expect(tsv.stdout).toContain(`, behind ${stamp}\n`);
  });

  it('reports that the output of a benchmark was found further down in the log of a job', async () => {
    const log = await readFile(join(cwd, RUN, LOG), 'utf8');
    const job = `${'Setting up a package\n'.repeat(5000)}${log}`;
    await writeFile(join(cwd, 'job.txt'), job.replaceAll(/^/gm, '2024-05-01T12:34:56.1234567Z '));
    const { stdout } = await parse('--explain', 'job.txt');
    expect(stdout).toBe('job.txt: sysbench: its output was found further down in the log of a job\n');
    const tsv = await parse('--explain', 'job.txt', '--format', 'tsv');
    expect(tsv.stdout).toContain('job.txt\tsysbench\t\t0\tits output was found further down');
  });

  it('answers for a file without a benchmark log, and exits 2 without any file', async () => {
    const { code, stdout, stderr } = await parse('--explain', join(RUN, 'words.dat'));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('words.dat: unknown');
    expect((await parse('--explain', 'empty')).code).toBe(2);
  });
});

describe('parse --pointers', () => {
  const RESULTS =
    '{"basecaseResults":1,"tool":"x","results":[{"test":"a","value":5},{"test":"b/c","value":7}]}';

  it('lists the JSON value that each number was read from', async () => {
    await writeFile(join(cwd, 'results.json'), RESULTS);
    const { code, stdout } = await parse('--pointers', 'results.json', '--format', 'tsv');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'file\tline\ttext\tpointer\ttest\tmetric\tvalue\tunit\tsource',
      'results.json\t1\t1\t/results/0/value\ta\tthroughput\t5\tthroughput\treported',
      'results.json\t1\t1\t/results/1/value\tb/c\tthroughput\t7\tthroughput\treported',
      '',
    ]);
  });

  it('takes packed files, and no directories, other formats or files without JSON', async () => {
    await writeFile(join(cwd, 'packed.json.gz'), gzipSync(RESULTS));
    expect((await parse('--pointers', 'packed.json.gz')).stdout).toContain('"pointer":"/results/1/value"');
    const directory = await parse('--pointers', RUN);
    expect([directory.code, directory.stderr]).toEqual([
      1,
      expect.stringContaining('--pointers takes single files'),
    ]);
    const text = await parse('--pointers', join(RUN, 'my.cnf'));
    expect([text.code, text.stderr]).toEqual([2, expect.stringContaining('no number from JSON')]);
    expect((await parse('--pointers', '--details', 'results.json')).code).toBe(1);
  });
});

describe('parse --details', () => {
  const file = join(RUN, 'sb.vm.insert.range100.pk1.dop1');

  it('prints each second of a log with its line', async () => {
    const { code, stdout } = await parse('--details', file, '--format', 'tsv');
    const [header, ...lines] = stdout.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(header).toBe('file\tline\ttool\twhat\tof\tname\tat\tvalue\tunit');
    const switches = lines
      .map((line) => line.split('\t'))
      .filter(([, , , , , name]) => name?.startsWith('cs'));
    expect(switches.map(([, line, tool, what, , , , value]) => [line, tool, what, value])).toEqual(
      expect.arrayContaining([
        ['4', 'vmstat', 'series', '700'],
        ['5', 'vmstat', 'series', '900'],
      ]),
    );
  });

  it('prints facts, and says when there is nothing', async () => {
    const { stdout } = await parse('--details', join(RUN, 'my.cnf'));
    expect(JSON.parse(stdout)).toEqual({
      file: 'my.cnf',
      line: 2,
      tool: 'config',
      what: 'fact',
      of: 'mysqld',
      name: 'innodb_buffer_pool_size',
      at: null,
      value: '23G',
      unit: null,
    });
    const none = await parse('--details', join(RUN, 'words.dat'));
    expect([none.code, none.stdout]).toEqual([2, '']);
    expect(none.stderr).toContain('was read as unknown, which has no details');
  });

  it('takes files only, one at a time or many', async () => {
    const directory = await parse('--details', RUN);
    expect(directory.code).toBe(1);
    expect(directory.stderr).toContain('--details takes single files');
    expect((await parse('--details', '--explain', file)).code).toBe(1);
    const missing = await parse('--details', 'missing', file);
    expect(missing.code).toBe(0);
    expect(missing.stderr).toContain('missing');
  });
});
