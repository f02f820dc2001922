import { existsSync, readFileSync } from 'node:fs';
import { run } from './children.mjs';
import { firstDifference } from './installed-packages.mjs';
import { fromRoot, logFile, root } from './paths.mjs';
import { hashInputs, isStamped, writeStamp } from './stamp.mjs';
import { explain, StepError } from './step-error.mjs';

// Inside node_modules, so that it goes when that goes.
const STAMP = fromRoot('node_modules/.basecase-lock');

/**
 * Installs the dependencies of package-lock.json unless exactly these are there.
 * @param {import('./progress.mjs').Progress} progress
 */
export async function ensureInstalled(progress) {
  const hash = hashInputs({
    base: root,
    paths: ['package-lock.json'],
    values: [process.platform, process.arch],
  });
  if (isStamped(STAMP, hash)) return;
  // A developer's `npm install` leaves no stamp; what it installed is kept.
  if (!isInstalled())
    await progress.step('Installing dependencies (the first time takes a minute)', () => npmCi());
  writeStamp(STAMP, hash);
}

function isInstalled() {
  const record = fromRoot('node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const [wanted, installed] = [fromRoot('package-lock.json'), record].map((file) =>
    JSON.parse(readFileSync(file, 'utf8')),
  );
  return firstDifference(wanted, installed) === null;
}

async function npmCi() {
  const log = logFile('install');
  // dev too, whatever NODE_ENV says: Prisma's and Next's builds need it. The client is npm's own when npm started us.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath;
  const [command, first] = npm?.endsWith('.js') && existsSync(npm) ? [process.execPath, [npm]] : ['npm', []];
  try {
    await run(command, [...first, ...args], { what: 'npm ci', log, cwd: root });
  } catch (cause) {
    const text = explain(cause);
    throw new StepError('The dependencies could not be installed (npm ci).', {
      log,
      hint: installHint(text),
      cause,
    });
  }
}

/** @param {string} text the end of npm's output */
function installHint(text) {
  if (/in sync|Missing:/.test(text))
    return 'package-lock.json does not fit package.json: run `npm install`, then `npm run lock:complete`.';
  if (/ENOTFOUND|ETIMEDOUT|ECONNREFUSED|EAI_AGAIN|network/.test(text))
    return 'npm cannot reach its registry: check the network or the proxy settings of npm, then start again.';
  if (/EACCES|EPERM/.test(text))
    return 'files in node_modules belong to another user: remove node_modules, then start again.';
  if (/ENOSPC/.test(text)) return 'the disk is full; 1 GB is needed.';
  return 'see the log; then start again.';
}
