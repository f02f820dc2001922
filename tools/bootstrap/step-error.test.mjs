import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { explain, StepError } from './step-error.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'step-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {string} text */
function explained(text) {
  const log = path.join(folder, 'step.log');
  writeFileSync(log, text);
  return explain(new StepError('Loading failed (exit code 1).', { log, hint: 'check the log.' }));
}

it('quotes the end of the log, and suggests a remedy', () => {
  const lines = explained('one\n\ntwo\n').split('\n');
  expect(lines.slice(0, 3)).toEqual(['✗ Loading failed (exit code 1).', '    one', '    two']);
  expect(lines.at(-1)).toBe('  What to do: check the log.');
});

it.each([
  'FATAL:  could not write to file "base/5/2609": No space left on device',
  'Error: ENOSPC: no space left on device, write',
  'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 9\nHINT:  Check free disk space.',
])('reports a full disk in sentences, without the log that says the same: %s', (line) => {
  const lines = explained(`${line}\n`).split('\n');
  expect(lines[1]).toBe('  The disk is full.');
  expect(lines.at(-1)).toContain('Free some space');
  expect(lines).toHaveLength(4);
});
