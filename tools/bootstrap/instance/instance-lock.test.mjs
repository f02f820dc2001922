import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from './instance-lock.mjs';
import { startOf } from './processes.mjs';

const LOCK_OFTEN = path.join(import.meta.dirname, '../testing/lock-often.mjs');
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
  it('is had by one process at a time, however its owners end', async () => {
    const ended = await Promise.all([1, 2, 3, 4].map(() => run(LOCK_OFTEN, [file, '200'])));
    expect(ended).toEqual(ended.map(() => ({ code: 0, text: '200\n' })));
  });

  it('takes over what a process left that is gone, or was never finished', () => {
    for (const content of [String(2 ** 22 + 1), `${2 ** 22 + 1} 4711`, '', 'nonsense']) {
      writeFileSync(file, content);
      const lock = takeLock(file);
      if (!('release' in lock)) throw new Error('the lock was not taken');
      expect(readFileSync(file, 'utf8')).toBe(`${process.pid} ${startOf(process.pid)}`);
      lock.release();
      expect(existsSync(file)).toBe(false);
    }
  });

  it('does not take another process with the same id for the owner, whatever either is called', async () => {
    const child = spawn(process.execPath, ['-e', 'process.send("up"); setInterval(() => {}, 1000);'], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    try {
      await new Promise((resolve) => child.once('message', resolve));
      const start = startOf(Number(child.pid));
      expect(start).toMatch(/\d/);
      writeFileSync(file, `${child.pid} ${start}`);
      expect(takeLock(file)).toEqual({ owner: child.pid });
      writeFileSync(file, `${child.pid} ${start}0`);
      expect(takeLock(file)).toEqual({ release: expect.any(Function) });
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('believes a lock without a time, of a version or a system that notes none', () => {
    writeFileSync(file, String(process.ppid));
    expect(takeLock(file)).toEqual({ owner: process.ppid });
  });

  it('leaves a lock alone that another process has by now', () => {
    const lock = takeLock(file);
    if (!('release' in lock)) throw new Error('the lock was not taken');
    writeFileSync(file, '4711');
    lock.release();
    expect(readFileSync(file, 'utf8')).toBe('4711');
  });
});
