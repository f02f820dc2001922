import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { run } from '../bootstrap/children.mjs';
import { fromRoot, logFile } from '../bootstrap/paths.mjs';
import { StepError } from '../bootstrap/step-error.mjs';

/** Without windows, it needs less than half of the computing that Chromium with windows needs for the same tests. */
const SHELL = '/usr/bin/chromium-headless-shell';
const USUAL_PLACES = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Path of a Chromium for the browser tests: CHROMIUM_PATH or an installed one; as root on Debian or Ubuntu the one without
 * windows is installed. Needs no npm package, so it can run next to their installation.
 * @param {import('../bootstrap/progress.mjs').Progress} progress
 * @returns {Promise<string | null>} null: Playwright may have its own, see chromiumPath
 * @throws {StepError} when the given one is not there
 */
export async function prepareChromium(progress) {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) {
    throw new StepError(`CHROMIUM_PATH is ${given}, but there is no such file.`, {
      hint: 'correct it or unset it.',
    });
  }
  if (given) return given;
  const find = () => USUAL_PLACES.find((place) => existsSync(place)) ?? null;
  if (!existsSync(SHELL) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await progress.step('Installing Chromium (apt-get)', installChromium).catch((error) => {
      if (find() === null) throw error;
    });
  }
  return find();
}

/**
 * @param {string | null} prepared
 * @returns {string} path of the browser
 * @throws {StepError} when there is none
 */
export function chromiumPath(prepared) {
  const found = prepared ?? playwrightsOwn();
  if (found) return found;
  throw new StepError('There is no Chromium for the browser tests.', {
    hint: 'install it (Debian, Ubuntu: apt-get install chromium; any system: npx playwright install chromium), or name one with CHROMIUM_PATH.',
  });
}

/** @returns {string | null} */
function playwrightsOwn() {
  const require = createRequire(fromRoot('e2e', 'package.json'));
  const file = require('@playwright/test').chromium.executablePath();
  return existsSync(file) ? file : null;
}

async function installChromium() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const hint = 'install Chromium yourself, or name one with CHROMIUM_PATH.';
  await run('apt-get', ['update'], { what: 'apt-get', log: logFile('apt-get-update'), env, hint });
  const install = (/** @type {string} */ name) =>
    run('apt-get', ['install', '-y', '--no-install-recommends', name, 'fonts-liberation'], {
      what: 'apt-get',
      log: logFile(`apt-get-${name}`),
      env,
      hint,
    });
  // Ubuntu has no package of the one without windows.
  await install('chromium-headless-shell').catch(() => install('chromium'));
}
