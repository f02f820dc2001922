import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory, writeTree } from '../testing/run-directory';

const PATHS = ['alpha', 'beta'].flatMap((word) =>
  ['1', '16'].map((clients) => `mysql80/${word}/thr${clients}.txt`),
);
const PATTERN = '{product}{version}/{config}/thr{clients}.txt';

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
