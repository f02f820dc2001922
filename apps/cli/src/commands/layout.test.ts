import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory, writeTree } from '../testing/run-directory';

const PATHS = ['alpha', 'beta'].flatMap((word) =>
  ['1', '16'].map((clients) => `mysql80/${word}/thr${clients}.txt`),
);
const PATTERN = '{product}{version}/{config}/thr{clients}.txt';

/** Of sysbench 0.5 that counts no transactions. */
const requestsOnly = (perSecond: number) => `sysbench 0.5:  multi-threaded system evaluation benchmark

Running the test with following options:
Number of threads: 8

Threads started!

OLTP test statistics:
    queries performed:
        read:                            ${perSecond * 60}
        write:                           0
        other:                           0
        total:                           ${perSecond * 60}
    transactions:                        0      (0.00 per sec.)
    read/write requests:                 ${perSecond * 60} (${perSecond}.00 per sec.)
    other operations:                    0      (0.00 per sec.)

General statistics:
    total time:                          60.0000s
    total number of events:              56366
    total time taken by event execution: 479.9963s
    response time:
         min:                                  6.92ms
         avg:                                  8.52ms
         max:                                473.84ms
         approx.  95 percentile:               7.84ms

Threads fairness:
    events (avg/stddev):           7045.7500/18.15
    execution time (avg/stddev):   59.9995/0.00
`;

let cwd = '';
let remove: () => Promise<void>;

beforeEach(async () => {
  ({ path: cwd, remove } = await makeTemporaryDirectory());
  await writeTree(join(cwd, 'results'), PATHS);
});
afterEach(() => remove());

function basecase(...args: string[]) {
  return runCaptured(args, { cwd });
}

describe('basecase layout', () => {
  it('shows proposed layouts with their open questions, and the heatmap of the best', async () => {
    const { code, stdout } = await basecase('layout', 'results');
    expect(code).toBe(0);
    expect(stdout).toContain(`1  ${PATTERN}\n    4 of 4 results match, 2 columns x`);
    expect(stdout).toContain(
      '? 2 experiments share this cell. What distinguishes them?\n      alpha  beta  {config}?',
    );
    expect(stdout).toContain('[1] MySQL 8.0 alpha\n[2] MySQL 8.0 beta\n');
    expect(stdout).toMatch(/16 clients +1,001 +1,003/);
  });

  it('keeps servers apart in the heatmap that it shows', async () => {
    await writeTree(join(cwd, 'clouds'), ['m6i.2xlarge/mysql80/thr1.txt', 'm7g.2xlarge/mysql80/thr1.txt']);
    const { stdout } = await basecase('layout', 'clouds');
    expect(stdout).toContain('[1] MySQL 8.0, m6i.2xlarge\n[2] MySQL 8.0, m7g.2xlarge\n');
    expect(stdout).not.toContain('(2)');
  });

  it('counts columns by files next to the logs too, and shows requests where a log counts no transaction', async () => {
    const paths = ['run-a', 'run-b'].map((word) => `both/${word}/thr8.txt`);
    await writeTree(join(cwd, 'params'), paths);
    for (const [index, path] of paths.entries()) {
      const folder = join(cwd, 'params', dirname(path));
      await writeFile(join(folder, 'params.txt'), `engine=${index === 0 ? 'innodb' : 'myrocks'}\n`);
      await writeFile(join(cwd, 'params', path), requestsOnly(50_000 + index));
    }
    const { stdout } = await basecase('layout', 'params', '--pattern', '{_}/thr{clients}.txt');
    expect(stdout).toContain('2 of 2 results match, 2 columns x 1 rows\n');
    expect(stdout).not.toContain('What distinguishes them?');
    expect(stdout).toMatch(/8 clients +50,000 +50,001/);
  });

  it('lists the files that a pattern does not match', async () => {
    const { stdout } = await basecase(
      'layout',
      'results',
      '--pattern',
      '{product}{version}/{config}/thr1{_}.txt',
    );
    expect(stdout).toContain('2 of 4 results match');
    expect(stdout).toContain('no match: mysql80/alpha/thr1.txt');
  });

  it('saves a pattern in basecase.json and keeps its other fields', async () => {
    const file = join(cwd, 'results/basecase.json');
    await writeFile(file, '{"product": "Other"}');
    const { code } = await basecase('layout', 'results', '--pattern', PATTERN, '--save');
    expect(code).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      basecase: 1,
      product: 'Other',
      layout: PATTERN,
    });
    await writeFile(file, '[]');
    const { code: refused, stderr } = await basecase('layout', 'results', '--pattern', PATTERN, '--save');
    expect([refused, stderr]).toEqual([1, expect.stringContaining('is not a JSON object')]);
  });

  it('refuses a pattern with an unknown field, also for parse', async () => {
    for (const args of [
      ['layout', 'results', '--pattern', '{vesion}/x'],
      ['parse', 'results', '--layout', '{vesion}/x'],
    ]) {
      const { code, stderr } = await basecase(...args);
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining('the layout has {vesion}, expected one of {product}'),
      ]);
    }
  });

  it('reads logs for parse by the given layout', async () => {
    const { stdout } = await basecase('parse', 'results', '--layout', PATTERN, '--format', 'results');
    expect(stdout).toContain('"config":"alpha"');
    const { code, stderr } = await basecase('parse', 'results', '--keep-separate', '--repeats');
    expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be used with')]);
  });
});
