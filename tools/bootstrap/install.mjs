import { existsSync, readFileSync } from 'node:fs';
import { firstDifference, wantedPackages } from './installed-packages.mjs';
import { npm } from './npm.mjs';
import { fromRoot, logFile, root } from './paths.mjs';
import { hashInputs, isStamped, writeStamp } from './stamp.mjs';
import { explain, StepError } from './step-error.mjs';

// Inside node_modules, so that they go when that goes. All is there, or what serving needs is.
const ALL = fromRoot('node_modules/.basecase-lock');
const SERVING = fromRoot('node_modules/.basecase-lock-serving');

/** How often it is looked how far an installation is. */
const LOOK_MS = 1000;

/**
 * Installs the dependencies of package-lock.json unless exactly these are there. Other packages are kept.
 * @param {import('./progress.mjs').Progress} progress
 * @param {{ dev: boolean }} options dev: also what tests, lint and type checks need
 */
export async function ensureInstalled(progress, { dev }) {
  const hash = hashInputs({
    base: root,
    paths: ['package-lock.json'],
    values: [process.platform, process.arch],
  });
  if (isStamped(ALL, hash) || (!dev && isStamped(SERVING, hash))) return;
  // A developer's `npm install` leaves no stamp; what it installed is kept.
  if (!isInstalled({ dev })) await install(progress, { dev, isServing: isStamped(SERVING, hash) });
  writeStamp(dev ? ALL : SERVING, hash);
}

/** @param {{ dev: boolean }} options */
function isInstalled(options) {
  const record = fromRoot('node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const [wanted, installed] = [fromRoot('package-lock.json'), record].map((file) =>
    JSON.parse(readFileSync(file, 'utf8')),
  );
  return firstDifference(wanted, installed, options) === null;
}

/**
 * @param {import('./progress.mjs').Progress} progress
 * @param {{ dev: boolean; isServing: boolean }} options isServing: what serving needs is there
 */
async function install(progress, { dev, isServing }) {
  if (!dev) {
    await progress.step('Installing what serving needs', (note) =>
      runNpm(['ci', '--omit=dev'], { dev, note }),
    );
    return;
  }
  // `npm ci` would remove what `npm start` installed, perhaps under a running server: only the rest is added.
  if (isServing) {
    await progress.step('Installing what only checks need', (note) =>
      runNpm(['install', '--no-save', '--include=dev'], { dev, note }),
    );
    if (isInstalled({ dev })) return;
  }
  // dev, whatever NODE_ENV says.
  await progress.step('Installing dependencies', (note) => runNpm(['ci', '--include=dev'], { dev, note }));
}

/**
 * @param {string[]} args
 * @param {{ dev: boolean; note: (text: string) => void }} options note: gets how far it is
 */
async function runNpm(args, { dev, note }) {
  const log = logFile('install');
  const wanted = wantedPackages(JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8')), { dev });
  const look = () =>
    note(
      `${wanted.filter((at) => existsSync(fromRoot(at, 'package.json'))).length} of ${wanted.length} packages`,
    );
  const timer = setInterval(look, LOOK_MS);
  try {
    await npm(args, { what: `npm ${args[0]}`, log, cwd: root });
  } catch (cause) {
    const text = explain(cause);
    throw new StepError(`The dependencies could not be installed (npm ${args[0]}).`, {
      log,
      hint: installHint(text),
      cause,
    });
  } finally {
    clearInterval(timer);
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
