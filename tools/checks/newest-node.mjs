import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ended, startChild, stopChild } from '../bootstrap/children.mjs';
import { npm } from '../bootstrap/npm.mjs';
import { fromRoot, inState, logFile, root } from '../bootstrap/paths.mjs';
import { tryPort } from '../bootstrap/ports.mjs';
import { StepError } from '../bootstrap/step-error.mjs';
import { waitUntil } from '../bootstrap/wait-until.mjs';
import { askHealth } from '../bootstrap/web-server.mjs';

/** The newest line of Node.js with long-term support: `npm test` starts the app under it, whatever version runs the tests. */
const NEWEST_LTS = 24;
const HOST = '127.0.0.1';
const START_MS = 120_000;

/** Names of npm's packages of Node.js have Windows their own way. */
const PLATFORM = process.platform === 'win32' ? 'win' : process.platform;
const PACKAGE = `node-${PLATFORM}-${process.arch}`;

/**
 * One start under the newest LTS line; skipped when that Node.js cannot be fetched. The workflow of CI runs all tests under it.
 * @param {import('../bootstrap/progress.mjs').Progress} progress
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function startUnderNewestNode(progress) {
  const node = await fetchNode(progress);
  if (!node) return { passed: 0, failed: 0, skipped: 1 };
  await checkStart(node, progress);
  return { passed: 1, failed: 0, skipped: 0 };
}

/**
 * A Node.js of the newest LTS line: the one that runs this if it is that new, else npm's package of it.
 * @param {import('../bootstrap/progress.mjs').Progress} progress
 * @returns {Promise<string | null>} its path; null, with a message, when it cannot be fetched
 */
async function fetchNode(progress) {
  if (Number(process.versions.node.split('.')[0]) >= NEWEST_LTS) return process.execPath;
  const folder = inState(`node${NEWEST_LTS}`);
  const binary = path.join(folder, 'node_modules', PACKAGE, 'bin', `node${PLATFORM === 'win' ? '.exe' : ''}`);
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const log = logFile('node-package');
  try {
    await progress.step(`Fetching Node.js ${NEWEST_LTS}`, () =>
      npm(['install', '--no-save', '--prefix', folder, `${PACKAGE}@${NEWEST_LTS}`], {
        what: 'npm install',
        log,
        cwd: folder,
      }),
    );
    return binary;
  } catch (error) {
    progress.line(
      `! Nothing was checked under Node.js ${NEWEST_LTS}: ${/** @type {Error} */ (error).message}`,
    );
    return null;
  }
}

/**
 * Starts everything as `npm start` does, with nothing in its state directory, and stops it again.
 * @param {string} node path of the Node.js to do it with
 * @param {import('../bootstrap/progress.mjs').Progress} progress
 * @throws {StepError} when the app does not answer, or does not end well
 */
async function checkStart(node, progress) {
  const state = inState('test/start');
  const log = logFile('test-start');
  rmSync(state, { recursive: true, force: true });
  const port = await tryPort(HOST, 0);
  await progress.step(
    `npm start under ${node === process.execPath ? 'this Node.js' : `Node.js ${NEWEST_LTS}`}`,
    async () => {
      const child = startChild(node, [fromRoot('tools/start.mjs')], {
        cwd: root,
        log,
        env: { HOST, PORT: String(port), BASECASE_STATE: state, DATABASE_URL: undefined },
      });
      const url = `http://${HOST}:${port}`;
      const isHealthy = async () => child.exitCode !== null || (await askHealth(url)).ok;
      await waitUntil(isHealthy, { timeoutMs: START_MS, intervalMs: 100 });
      const page = await fetch(`${url}/compare`).catch(() => null);
      await stopChild(child);
      const { code, signal } = await ended(child);
      if (!page?.ok) throw new StepError(`The heatmap answered ${page?.status ?? 'nothing'}.`, { log });
      if (code !== 0) throw new StepError(`It ended with ${signal ?? `exit code ${code}`}.`, { log });
    },
  );
}
