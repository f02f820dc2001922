import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openLog, rotateLog } from './logs.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'basecase-logs-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('The log of a server keeps what an earlier one wrote, readable for owner and group only', () => {
  const file = path.join(folder, 'web.log');
  // As an earlier version made it.
  writeFileSync(file, '', { mode: 0o644 });
  for (const line of ['first\n', 'second\n']) {
    const log = openLog(file, { add: true });
    writeSync(log, line);
    closeSync(log);
  }
  expect(readFileSync(file, 'utf8')).toMatch(/^\S+Z start\nfirst\n\S+Z start\nsecond\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

it('The log of a step replaces the previous one', () => {
  const file = path.join(folder, 'install.log');
  for (const line of ['first', 'second']) {
    const log = openLog(file, { add: false });
    writeSync(log, line);
    closeSync(log);
  }
  expect(readFileSync(file, 'utf8')).toBe('second');
});

it('A long log is continued in an empty file, with three older ones next to it', () => {
  const file = path.join(folder, 'worker.log');
  const log = openLog(file, { add: false });
  for (const text of ['one', 'two', 'three', 'four', 'five']) {
    writeSync(log, text);
    rotateLog(file, 2);
  }
  writeSync(log, 'x');
  rotateLog(file, 2);
  closeSync(log);
  const contents = ['', '.1', '.2', '.3'].map((end) => readFileSync(file + end, 'utf8'));
  expect(contents).toEqual(['x', 'five', 'four', 'three']);
  appendFileSync(file, 'y');
  expect(readFileSync(file, 'utf8')).toBe('xy');
});
