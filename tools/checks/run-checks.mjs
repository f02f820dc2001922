import { rmSync } from 'node:fs';
import os from 'node:os';
import { ensureInstalled } from '../bootstrap/install.mjs';
import { takeLock } from '../bootstrap/instance/instance-lock.mjs';
import { fromRoot, inState } from '../bootstrap/paths.mjs';
import { elapsed } from '../bootstrap/progress.mjs';
import { runCommand } from '../bootstrap/run-command.mjs';
import { StepError } from '../bootstrap/step-error.mjs';
import { prepareChromium } from './chromium.mjs';
import { selectedSuites } from './suites.mjs';
import { failedOne, sum, summaryLine } from './tally.mjs';
import { runTasks, tallyOf } from './turbo.mjs';

/** @typedef {import('./turbo.mjs').Task} Task */
/** @typedef {import('./suites.mjs').Suite} Suite */

/** @type {Record<Suite, string[]>} Tasks of turbo.json. */
const TASKS = {
  lint: ['lint', 'lint:root', 'lint:unused', 'lint:lock', '@basecase/docs#build'],
  types: ['typecheck', 'typecheck:tools'],
  unit: ['test', 'test:tools'],
  int: ['test:int'],
  citus: ['test:citus'],
  e2e: ['test:e2e'],
  node: ['test:node'],
  package: ['test:package'],
};

const WEB_BUILD = '@basecase/web#build';
/** These use the built web app, one after the other. */
const ON_BUILD = /** @type {Suite[]} */ (['node', 'citus', 'package', 'e2e']);

/**
 * Runs the chosen suites, prints the summary as the last line and sets the exit code.
 * @param {string[]} args of the command
 */
export async function runChecks(args) {
  const started = performance.now();
  /** @type {Task[]} */
  const tasks = [];
  const failed = await runCommand(
    async (progress) => {
      const suites = selectedSuites(args);
      const lock = takeLock(inState('test.lock'));
      if ('owner' in lock) {
        throw new StepError(`Another npm test is running here (process ${lock.owner}).`, {
          hint: 'wait until it ends.',
        });
      }
      process.on('exit', lock.release);
      await runSuites(suites, progress, tasks);
      return null;
    },
    (explained) => failedOne(explained.split('\n', 1)[0] ?? ''),
  );
  const total = sum([...(failed ? [failed] : []), ...tasks.map(tallyOf)]);
  console.log('\nTime of each part; some ran side by side:');
  for (const { taskId, execution, cache } of tasks) {
    const seconds = ((execution?.endTime ?? 0) - (execution?.startTime ?? 0)) / 1000;
    const time = cache.status === 'HIT' ? ' cached' : `${seconds.toFixed(1).padStart(7)} s`;
    console.log(`${time.padStart(9)}  ${taskId}`);
  }
  console.log(`\nAll checks took ${elapsed(started)}.`);
  if (total.failures?.length) console.log(`\nFailed, or passed only at the second try:`);
  for (const failure of total.failures ?? []) console.log(`✗ ${failure}`);
  console.log(summaryLine(total));
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/**
 * @param {Set<Suite>} suites
 * @param {import('../bootstrap/progress.mjs').Progress} progress
 * @param {Task[]} tasks gets those that ended, so that what was counted before a failure is kept
 */
async function runSuites(suites, progress, tasks) {
  const chromium = suites.has('e2e') ? prepareChromium(progress) : null;
  // It is awaited much later; until then its failure must not end this process.
  chromium?.catch(() => {});
  await ensureInstalled(progress, { dev: true });
  // Counts of an earlier run; turbo brings back those of cached tasks.
  for (const folder of ['.', 'tools'])
    rmSync(fromRoot(folder, 'test-results'), { recursive: true, force: true });
  const tasksOf = (/** @type {readonly Suite[]} */ some) =>
    some.filter((suite) => suites.has(suite)).flatMap((suite) => TASKS[suite]);
  const onBuild = tasksOf(ON_BUILD);
  // No more than cores: each task has two workers, and the browser tests run next to them.
  const concurrency = Math.max(2, os.availableParallelism());
  /** @param {string[]} names @param {string[]} options */
  const runAll = async (names, options) => {
    if (names.length > 0) tasks.push(...(await runTasks(names, options)));
  };
  const quietly = [`--concurrency=${concurrency}`, '--output-logs=errors-only'];
  // The build comes first, so that browser tests and database tests run side by side after it.
  await runAll([...(onBuild.length > 0 ? [WEB_BUILD] : []), ...tasksOf(['lint', 'types'])], quietly);
  await chromium;
  await Promise.all([
    runAll(tasksOf(['unit', 'int']), quietly),
    runAll(onBuild, ['--only', '--concurrency=1', '--output-logs=full', '--log-prefix=none']),
  ]);
}
