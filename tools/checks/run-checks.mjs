import { stopChildren } from '../bootstrap/children.mjs';
import { ensureInstalled } from '../bootstrap/install.mjs';
import { takeLock } from '../bootstrap/instance-lock.mjs';
import { inState } from '../bootstrap/paths.mjs';
import { ensurePrismaClient } from '../bootstrap/prisma-client.mjs';
import { createProgress, elapsed } from '../bootstrap/progress.mjs';
import { explain, StepError } from '../bootstrap/step-error.mjs';
import { ensureWebBuilt } from '../bootstrap/web-build.mjs';
import { driftCheck, LINT, runCheck, TYPES } from './static-checks.mjs';
import { selectedSuites } from './suites.mjs';
import { sum, summaryLine } from './tally.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */
/** @typedef {import('../bootstrap/progress.mjs').Progress} Progress */

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
    const lock = takeLock(inState('test.lock'), 'test.mjs');
    if ('owner' in lock) {
      throw new StepError(`Another npm test is running here (process ${lock.owner}).`, {
        hint: 'wait until it ends.',
      });
    }
    process.on('exit', lock.release);
    await ensureInstalled(progress);
    await ensurePrismaClient(progress);
    await runSuites(suites, progress, tallies);
  } catch (error) {
    tallies.push({ passed: 0, failed: 1, skipped: 0 });
    progress.line(explain(error));
  }
  await cleanUp();
  progress.stop();
  const total = sum(tallies);
  console.log(`\nAll checks took ${elapsed(started)}.`);
  console.log(summaryLine(total));
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/**
 * @param {Set<import('./suites.mjs').Suite>} suites
 * @param {Progress} progress
 * @param {Tally[]} tallies gets one entry for each check or suite, so that what was counted before a failure is kept
 */
async function runSuites(suites, progress, tallies) {
  // Two at a time: on a small machine more would only slow each other down.
  const [server] = await Promise.all([
    suites.has('int') || suites.has('e2e') ? preparePostgres(progress) : null,
    (async () => {
      if (suites.has('lint')) for (const check of LINT) tallies.push(await runCheck(check, progress));
      if (suites.has('types')) for (const check of TYPES) tallies.push(await runCheck(check, progress));
    })(),
  ]);
  const projects = /** @type {const} */ (['unit', 'int']).filter((name) => suites.has(name));
  if (suites.has('int') && server) tallies.push(await runCheck(driftCheck(server.url), progress));
  if (projects.length > 0) {
    const { runVitest } = await import('./vitest-suite.mjs');
    tallies.push(await runVitest({ projects, databaseUrl: server?.url }));
  }
  if (suites.has('e2e') && server) {
    const { ensureChromium } = await import('./chromium.mjs');
    const { runPlaywright } = await import('./browser-suite.mjs');
    const chromium = await ensureChromium(progress);
    await ensureWebBuilt(progress);
    tallies.push(await runPlaywright({ serverUrl: server.url, chromium }, progress));
  }
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
