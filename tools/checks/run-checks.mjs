import { stopChildren } from '../bootstrap/children.mjs';
import { ensureInstalled } from '../bootstrap/install.mjs';
import { takeLock } from '../bootstrap/instance/instance-lock.mjs';
import { inState } from '../bootstrap/paths.mjs';
import { ensurePrismaClient } from '../bootstrap/prisma-client.mjs';
import { createProgress, elapsed } from '../bootstrap/progress.mjs';
import { explain, StepError } from '../bootstrap/step-error.mjs';
import { ensureWebBuilt } from '../bootstrap/web-build.mjs';
import { chromiumPath, prepareChromium } from './chromium.mjs';
import { runOnCitus } from './citus-suite.mjs';
import { runUnderNewestNode } from './newest-node.mjs';
import { driftCheck, LINT, runCheck, TYPES } from './static-checks.mjs';
import { selectedSuites } from './suites.mjs';
import { failedOne, sum, summaryLine } from './tally.mjs';
import { runVitest } from './vitest-suite.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */
/** @typedef {import('../bootstrap/progress.mjs').Progress} Progress */

/** What looks at the built web app. */
const ON_BUILD = /** @type {const} */ (['citus', 'e2e', 'node', 'package']);

/** @type {import('../postgres/launcher.mjs').PostgresServer | null} */
let postgres = null;

/**
 * Runs the chosen suites, prints the summary as the last line and sets the exit code.
 * @param {string[]} args of the command
 */
export async function runChecks(args) {
  const started = performance.now();
  const progress = createProgress();
  /** @type {Tally[]} */
  const tallies = [];
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
  }
  try {
    const suites = selectedSuites(args);
    const lock = takeLock(inState('test.lock'));
    if ('owner' in lock) {
      throw new StepError(`Another npm test is running here (process ${lock.owner}).`, {
        hint: 'wait until it ends.',
      });
    }
    process.on('exit', lock.release);
    await runSuites(suites, progress, tallies);
  } catch (error) {
    const explained = explain(error);
    tallies.push(failedOne(explained.split('\n', 1)[0] ?? ''));
    progress.line(explained);
  }
  await cleanUp();
  progress.stop();
  const total = sum(tallies);
  console.log('\nTime of each part; some ran side by side:');
  for (const { label, ms } of progress.took()) {
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${label}`);
  }
  console.log(`\nAll checks took ${elapsed(started)}.`);
  if (total.failures?.length) console.log(`\nWhat failed, or passed at its second try only:`);
  for (const failure of total.failures ?? []) console.log(`✗ ${failure}`);
  console.log(summaryLine(total));
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/**
 * Two lanes at a time, because two cores is what most machines have at least: the web build beside the checks that need
 * none, and the browser tests, which take both, at the end.
 * @param {Set<import('./suites.mjs').Suite>} suites
 * @param {Progress} progress
 * @param {Tally[]} tallies gets one entry for each check or suite, so that what was counted before a failure is kept
 */
async function runSuites(suites, progress, tallies) {
  const chromium = suites.has('e2e') ? prepareChromium(progress) : null;
  // It is awaited much later; until then its failure must not end this process.
  chromium?.catch(() => {});
  await ensureInstalled(progress, { dev: true });
  await ensurePrismaClient(progress);
  const needsPostgres = suites.has('int') || suites.has('e2e');
  const server = needsPostgres ? await preparePostgres(progress) : null;
  const built = ON_BUILD.some((suite) => suites.has(suite)) ? ensureWebBuilt(progress) : Promise.resolve();
  const outcomes = await Promise.allSettled([
    (async () => {
      await built;
      if (suites.has('package')) tallies.push(await runPackage(progress));
      if (suites.has('node')) tallies.push(await runUnderNewestNode(progress));
    })(),
    (async () => {
      if (suites.has('lint')) for (const check of LINT) tallies.push(await runCheck(check, progress));
      if (suites.has('unit')) tallies.push(await runUnit(progress));
      if (suites.has('types')) for (const check of TYPES) tallies.push(await runCheck(check, progress));
      if (suites.has('int') && server) await runDatabase(server.url, progress, tallies);
      if (suites.has('citus')) tallies.push(await runOnCitus(progress, () => built));
    })(),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  if (chromium && server) {
    const { runPlaywright } = await import('./browser-suite.mjs');
    const browser = chromiumPath(await chromium);
    tallies.push(await runPlaywright({ serverUrl: server.url, chromium: browser }, progress));
  }
}

/** @param {Progress} progress */
async function runPackage(progress) {
  const { makePackage } = await import('../package/make-package.mjs');
  const { runReleaseChecks } = await import('../package/check/run-release-checks.mjs');
  const release = await progress.step('Packing a release', makePackage);
  return runReleaseChecks(release, progress);
}

/** @param {Progress} progress */
function runUnit(progress) {
  const projects = ['unit', 'unit-data'];
  return runVitest({ name: 'unit', label: 'Unit tests', projects }, progress);
}

/**
 * @param {string} databaseUrl
 * @param {Progress} progress
 * @param {Tally[]} tallies
 */
async function runDatabase(databaseUrl, progress, tallies) {
  tallies.push(await runCheck(driftCheck(databaseUrl), progress));
  const run = { name: 'int', label: 'Database tests', projects: ['int', 'int-web'], databaseUrl };
  tallies.push(await runVitest(run, progress));
}

/** @param {Progress} progress */
async function preparePostgres(progress) {
  const { startTestPostgres } = await import('./test-postgres.mjs');
  postgres = await startTestPostgres(progress);
  return postgres;
}

async function cleanUp() {
  await stopChildren();
  await postgres?.stop();
}
