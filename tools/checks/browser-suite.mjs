import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ended, startChild, stopChild } from '../bootstrap/children.mjs';
import { ensureDatabase } from '../bootstrap/database.mjs';
import { fromRoot, inState, logFile, root } from '../bootstrap/paths.mjs';
import { startWebServer } from '../bootstrap/web-server.mjs';
import { startWorker } from '../bootstrap/worker.mjs';
import { runRound } from '../fuzz/run-round.mjs';
import { migrate } from '../prisma/migrate.mjs';
import { restartUnderLoad } from '../rolling/rolling-restart.mjs';
import { ensureSamples } from '../samples/ensure-samples.mjs';
import { chromiumPath, prepareChromium } from './chromium.mjs';
import { failedOne, playwrightTally, sum, withExitCode } from './tally.mjs';
import { startTestPostgres } from './test-postgres.mjs';

/** @type {import('./tally.mjs').Tally} */
const ONE_PASSED = { passed: 1, failed: 0, skipped: 0 };
/** Generated requests, a few per route: a short round of `npm run fuzz`. */
const REQUESTS = 120;

/**
 * Runs Playwright against the real app on a fresh database with the sample data, then generated requests.
 * @param {import('../bootstrap/progress.mjs').Progress} progress
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runPlaywright(progress) {
  const chromium = chromiumPath(await prepareChromium(progress));
  const postgres = await startTestPostgres(progress);
  try {
    return await runOnDatabase(
      { databaseUrl: await ensureDatabase(postgres.url, 'e2e'), chromium },
      progress,
    );
  } finally {
    await postgres.stop();
  }
}

/**
 * @param {{ databaseUrl: string; chromium: string }} options chromium: path
 * @param {import('../bootstrap/progress.mjs').Progress} progress
 */
async function runOnDatabase({ databaseUrl, chromium }, progress) {
  const blobs = inState('test/blobs');
  rmSync(blobs, { recursive: true, force: true });
  mkdirSync(blobs, { recursive: true });
  await migrate(databaseUrl);
  await ensureSamples({ databaseUrl, blobs, stamp: 'e2e-samples' }, progress);
  const { url, child } = await progress.step('Starting the web server for browser tests', () =>
    startWebServer({ databaseUrl, blobs, log: logFile('e2e-web') }),
  );
  const worker = startWorker({ databaseUrl, blobs, log: logFile('e2e-worker') });
  // The same data on a server that requires a sign-in for reading.
  const env = { BASECASE_READING: 'closed' };
  const log = logFile('e2e-web-closed');
  const closed = await startWebServer({ databaseUrl, blobs, log, env });
  try {
    const tests = await playwright({ BASE_URL: url, CLOSED_URL: closed.url, CHROMIUM_PATH: chromium });
    // After the tests: some of the requests are taken for uploads.
    const seed = Number(process.env.FUZZ_SEED ?? 1);
    const isSound = await runRound({ seed, requests: REQUESTS, url });
    const restarts = await restartUnderLoad({ databaseUrl, blobs });
    for (const failure of restarts.failures.slice(0, 10)) console.error(`✗ ${failure}`);
    console.log(
      `Restarted two web processes under load: ${restarts.requests} requests, ${restarts.failures.length} failed.`,
    );
    const wereServed = restarts.failures.length === 0 && restarts.requests > 0;
    return sum([
      tests,
      isSound ? ONE_PASSED : failedOne(`generated requests, FUZZ_SEED=${seed}`),
      wereServed ? ONE_PASSED : failedOne('web processes restarted under load'),
    ]);
  } finally {
    await Promise.all([child, worker, closed.child].map((each) => stopChild(each)));
  }
}

/** @param {Record<string, string>} env */
async function playwright(env) {
  const report = inState('test/playwright.json');
  rmSync(report, { force: true });
  const cli = createRequire(fromRoot('e2e', 'package.json')).resolve('@playwright/test/cli');
  const config = path.join('e2e', 'playwright.config.ts');
  const only = (process.env.E2E_ONLY ?? '').split(' ').filter(Boolean);
  const args = [cli, 'test', '--config', config, '--reporter=list,json', ...only];
  const child = startChild(process.execPath, args, {
    cwd: root,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, DATABASE_URL: undefined },
  });
  const { code } = await ended(child);
  return withExitCode(
    existsSync(report) ? playwrightTally(JSON.parse(readFileSync(report, 'utf8'))) : null,
    code,
  );
}
