import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { fromRoot } from '../bootstrap/paths.mjs';

/** @param {string} name */
const script = (name) => fromRoot('.github/actions/basecase', name);

describe('the GitHub action', () => {
  /** @type {string} */
  let folder;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-action-'));
    return () => rm(folder, { recursive: true, force: true });
  });

  /** @type {(name: string, env: Record<string, string>) => Promise<unknown>} */
  const run = (name, env) =>
    promisify(execFile)(script(name), {
      cwd: folder,
      env: {
        ...process.env,
        PATH: `${folder}:${process.env['PATH']}`,
        GITHUB_OUTPUT: path.join(folder, 'output'),
        GITHUB_STEP_SUMMARY: path.join(folder, 'summary'),
        RUNNER_TEMP: folder,
        ...env,
      },
    });
  /** @param {string} name */
  const file = (name) => readFile(path.join(folder, name), 'utf8');

  /** @type {(name: string, factor: number) => Promise<void>} */
  const table = (name, factor) =>
    writeFile(
      path.join(folder, name),
      `col-1 : x.my${name.slice(0, 4)}.pk1\n\ncol-1\n${['hot-points', 'scan', 'insert']
        .map((test, index) => `${index === 0 ? 1000 * factor : 1000}\t${test}_range=100`)
        .join('\n')}\n`,
    );

  it('judges results whose paths have spaces, and keeps going when it found a regression', async () => {
    await mkdir(path.join(folder, 'my results'));
    await table('8043.tsv', 1);
    await table('my results/9500.tsv', 0.5);
    const env = { BASE: '8043.tsv', RESULTS: 'my results/9500.tsv', NOISE: '', FAIL_ON: 'regression' };
    await run('check.sh', env);
    expect(await file('output')).toContain('outcome=regression\n');
    expect(await file('summary')).toContain('▼ regression | 0.50');
  }, 60_000);

  it('says what could not be read', async () => {
    await table('8043.tsv', 1);
    await writeFile(path.join(folder, 'empty.txt'), '');
    await run('check.sh', { BASE: '8043.tsv', RESULTS: 'empty.txt', NOISE: '\n', FAIL_ON: 'possible' });
    expect(await file('output')).toContain('outcome=unreadable\n');
  }, 60_000);

  describe('comments', () => {
    beforeEach(async () => {
      // Stands in for GitHub's own command: it writes down what it was called with.
      const gh = path.join(folder, 'gh');
      await writeFile(
        gh,
        '#!/bin/sh\necho "$@" >> calls\ncase "$*" in *--paginate*) echo "$FOUND" ;; esac\n',
      );
      await chmod(gh, 0o755);
      await writeFile(path.join(folder, 'table.md'), `| a |\n${'x'.repeat(100_000)}`);
    });
    /** @param {string} found */
    const comment = (found) =>
      run('comment.sh', { TABLE: 'table.md', NUMBER: '7', GITHUB_REPOSITORY: 'o/r', FOUND: found });

    it('once, in what GitHub takes', async () => {
      await comment('');
      expect(await file('calls')).toContain('--method POST repos/o/r/issues/7/comments');
      const body = await file('basecase-comment.md');
      expect(body).toMatch(/^<!-- basecase check -->\n\| a \|/);
      expect(body.length).toBeLessThan(65_536);
    });

    it('and then rewrites its own', async () => {
      await comment('42');
      expect(await file('calls')).toContain('--method PATCH repos/o/r/issues/comments/42');
    });
  });
});
