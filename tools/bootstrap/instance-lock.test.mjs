import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from './instance-lock.mjs';

const LOCK_OFTEN = path.join(import.meta.dirname, 'testing/lock-often.mjs');
/** @type {string} */
let folder;
/** @type {string} */
let file;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'basecase-lock-'));
  file = path.join(folder, 'start.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * @param {string} script
 * @param {string[]} args
 * @returns {Promise<{ code: number | null; text: string }>}
 */
function run(script, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args]);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    child.once('exit', (code) => resolve({ code, text }));
  });
}

describe('takeLock', () => {
  it('is had by one process at a time, however its owners end', { timeout: 60_000 }, async () => {
    const ended = await Promise.all([1, 2, 3, 4].map(() => run(LOCK_OFTEN, [file, '200'])));
    expect(ended).toEqual(ended.map(() => ({ code: 0, text: '200\n' })));
  });

  it('takes over what a process left that is gone, or was never finished', () => {
    for (const content of [String(2 ** 22 + 1), '', 'nonsense']) {
      writeFileSync(file, content);
      const lock = takeLock(file, '/somewhere/start.mjs');
      if (!('release' in lock)) throw new Error('the lock was not taken');
      expect(readFileSync(file, 'utf8')).toBe(String(process.pid));
      lock.release();
      expect(existsSync(file)).toBe(false);
    }
  });

  it('does not take another program with the same process id for the owner', async () => {
    // The same name, in another checkout.
    mkdirSync(path.join(folder, 'other/tools'), { recursive: true });
    const other = path.join(folder, 'other/tools/start.mjs');
    writeFileSync(other, 'process.send("up"); setInterval(() => {}, 1000);');
    const child = spawn(process.execPath, ['tools/start.mjs'], {
      cwd: path.join(folder, 'other'),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    try {
      await new Promise((resolve) => child.once('message', resolve));
      writeFileSync(file, String(child.pid));
      expect(takeLock(file, other)).toEqual({ owner: child.pid });
      const lock = takeLock(file, path.join(folder, 'mine/tools/start.mjs'));
      expect(lock).toEqual({ release: expect.any(Function) });
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('leaves a lock alone that somebody else has by now', () => {
    const lock = takeLock(file, 'start.mjs');
    if (!('release' in lock)) throw new Error('the lock was not taken');
    writeFileSync(file, '4711');
    lock.release();
    expect(readFileSync(file, 'utf8')).toBe('4711');
  });
});
