import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { run } from '../bootstrap/children.mjs';
import { fromRoot, logFile } from '../bootstrap/paths.mjs';
import { StepError } from '../bootstrap/step-error.mjs';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Path of a Chromium for the browser tests: CHROMIUM_PATH or an installed one; as root on Debian or Ubuntu it is
 * installed. Needs no npm package, so it can run next to their installation.
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
  const found = given ?? USUAL_PLACES.find((place) => existsSync(place));
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await progress.step('Installing Chromium (apt-get)', installChromium);
    const installed = USUAL_PLACES.find((place) => existsSync(place));
    if (installed) return installed;
  }
  return null;
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
  const options = {
    what: 'apt-get',
    log: logFile('apt-get'),
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    hint: 'install Chromium yourself, or name one with CHROMIUM_PATH.',
  };
  await run('apt-get', ['update'], {
    ...options,
    log: path.join(path.dirname(options.log), 'apt-get-update.log'),
  });
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'], options);
}
