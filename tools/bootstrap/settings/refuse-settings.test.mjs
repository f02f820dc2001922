import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { fromRoot, root } from '../paths.mjs';

const state = mkdtempSync(path.join(os.tmpdir(), 'basecase-settings-'));
afterAll(() => rmSync(state, { recursive: true }));

/** Nothing listens there. */
const DATABASE_URL = 'postgresql://basecase@127.0.0.1:1/basecase';
const PRELOAD = pathToFileURL(fromRoot('tools/bootstrap/hold-requests.mjs')).href;
const AT_ONCE = '✗ BASECASE_AT_ONCE is "0": expected a whole number from 1 on.\n';
const DAYS = '✗ BASECASE_RETAIN_RAW_DAYS is "abc": expected a whole number of days from 1 to 100000.\n';

/** @param {string[]} args */
function run(...args) {
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      BASECASE_STATE: state,
      DATABASE_URL,
      BASECASE_BLOBS: path.join(state, 'blobs'),
      BASECASE_AT_ONCE: '0',
      BASECASE_RETAIN_RAW_DAYS: 'abc',
    },
  });
  return { status, stderr };
}

describe('a setting that cannot be used ends at once, with a line for each', () => {
  it('a web server, before it listens', () => {
    const listen = `console.error('listens'); require('node:http').createServer().listen(0, '127.0.0.1');`;
    expect(run('--import', PRELOAD, '--eval', listen)).toEqual({ status: 1, stderr: AT_ONCE });
  });

  it('a worker, before it asks for its database', () => {
    expect(run('--import', 'tsx', fromRoot('tools/worker.mjs'))).toEqual({ status: 1, stderr: DAYS });
  });

  it('what starts both', () => {
    expect(run(fromRoot('tools/start.mjs'))).toEqual({ status: 1, stderr: AT_ONCE + DAYS });
  });
});
