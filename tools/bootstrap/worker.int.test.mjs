import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ended } from './children.mjs';
import { fromRoot, root } from './paths.mjs';

/** @type {import('@basecase/db/testing').TestDatabase} */
let database;
const folder = mkdtempSync(path.join(os.tmpdir(), 'basecase-worker-'));
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** @param {string} blobs */
function startWorker(blobs) {
  const child = spawn(process.execPath, ['--import', 'tsx', fromRoot('tools/worker.mjs')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, BASECASE_BLOBS: blobs },
  });
  child.stderr.setEncoding('utf8');
  return child;
}

it('says once what keeps it from opening the blob store, and waits', async () => {
  const worker = startWorker('s3://bucket/prefix');
  let said = '';
  worker.stderr.on('data', (/** @type {string} */ text) => {
    said += text;
  });
  await once(worker.stderr, 'data');
  expect(said).toContain(
    'waiting for the blob store: BASECASE_BLOBS names a bucket of S3: AWS_ACCESS_KEY_ID',
  );
  worker.kill('SIGTERM');
  expect(await ended(worker)).toEqual({ code: 0, signal: null });
  expect(said.trim().split('\n')).toHaveLength(1);
});
