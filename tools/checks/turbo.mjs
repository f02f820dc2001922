import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { ended, startChild } from '../bootstrap/children.mjs';
import { fromRoot, root } from '../bootstrap/paths.mjs';
import { failedOne } from './tally.mjs';

/** Where tests look for the logs of public archives. */
const CORPORA = [
  process.env.BASECASE_CORPUS ?? '../shared/corpus',
  process.env.BASECASE_CORPUS2 ?? '../shared/corpus2',
  process.env.BASECASE_CORPUS3 ?? '../shared/corpus3',
  // The code of the study of verdicts, next to the first.
  path.join(process.env.BASECASE_CORPUS ?? '../shared/corpus', '../verdicts'),
];

/**
 * @typedef {object} Task
 * @property {string} taskId `@basecase/views#test`
 * @property {string} task `test`
 * @property {string} directory of its package, below the root; empty for the root
 * @property {{ exitCode: number | null; startTime: number; endTime: number } | null} execution null: it was not started
 * @property {{ status: 'HIT' | 'MISS' }} cache
 * @property {string} command `<NONEXISTENT>` when the package has no such script
 */

/** Tests must run again under another Node.js, with another sysbench and with other logs of the corpus: turbo sees none of them. */
function testKey() {
  const sysbench = spawnSync('sysbench', ['--version'], { encoding: 'utf8' }).stdout;
  const hash = createHash('sha256').update(
    `${process.version} ${process.platform} ${process.arch} ${sysbench}\n`,
  );
  for (const folder of CORPORA.map((each) => path.resolve(root, each)).filter((each) => existsSync(each))) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const { size, mtimeMs } = statSync(path.join(folder, name));
      hash.update(`${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Runs tasks of turbo.json, all of them whatever fails.
 * @param {string[]} tasks
 * @param {string[]} options
 * @returns {Promise<Task[]>} those that are scripts, in the order of their ends
 */
export async function runTasks(tasks, options) {
  const runs = fromRoot('.turbo/runs');
  rmSync(runs, { recursive: true, force: true });
  const args = ['run', ...tasks, ...options, '--continue=always', '--summarize', '--ui=stream'];
  const child = startChild(process.execPath, [fromRoot('node_modules/turbo/bin/turbo'), ...args], {
    cwd: root,
    env: {
      TURBO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      TURBO_NO_UPDATE_NOTIFIER: '1',
      TEST_KEY: testKey(),
      // A database that the user works with must never be in a test's reach.
      DATABASE_URL: undefined,
    },
  });
  const { code } = await ended(child);
  const summaries = existsSync(runs) ? readdirSync(runs) : [];
  /** @type {Task[] | undefined} */
  const all = summaries
    .map((name) => JSON.parse(readFileSync(path.join(runs, name), 'utf8')).tasks)
    .find((some) => hasTask(some, tasks[0]));
  if (!all) throw new Error(`turbo ended without a summary (exit code ${code})`);
  return withMissing(tasks, all)
    .filter(({ command }) => command !== '<NONEXISTENT>')
    .sort((a, b) => (a.execution?.endTime ?? 0) - (b.execution?.endTime ?? 0));
}

/** @param {Task[]} tasks @param {string | undefined} name */
const hasTask = (tasks, name) => tasks.some(({ task, taskId }) => task === name || taskId === name);

/**
 * Adds the requested tasks that turbo's summary lacks, as tasks that were not started: turbo leaves out a task whose process
 * was killed, and it must not pass for that.
 * @param {string[]} names `test:int`, `@basecase/web#build`
 * @param {Task[]} all
 * @returns {Task[]}
 */
export function withMissing(names, all) {
  const missing = names.filter((name) => !hasTask(all, name));
  return [
    ...all,
    ...missing.map(
      (name) =>
        /** @type {Task} */ ({
          taskId: name,
          task: name.replace(/^.*#/, ''),
          directory: '',
          execution: null,
          cache: { status: 'MISS' },
          command: '',
        }),
    ),
  ];
}

/** Where a task writes how many of its tests passed (writeTally). @param {Task} task */
function tallyFile({ task, taskId, directory }) {
  const isOfTools = task === 'test:tools' || taskId === '//#test:int';
  const kind = /^test(:tools)?$/.test(task) ? 'unit' : task.replace(/^test:/, '');
  return fromRoot(isOfTools ? 'tools' : directory, 'test-results', `${kind}.json`);
}

/**
 * The counts of a task: those of its tests, also when they come from the cache, or one for a task that is itself the check.
 * @param {Task} task
 * @returns {import('./tally.mjs').Tally}
 */
export function tallyOf(task) {
  const hasPassed = task.execution?.exitCode === 0;
  if (!task.task.startsWith('test')) {
    return hasPassed ? { passed: 1, failed: 0, skipped: 0 } : failedOne(task.taskId);
  }
  const file = tallyFile(task);
  if (!task.execution || !existsSync(file)) return failedOne(`${task.taskId} counted nothing`);
  /** @type {import('./tally.mjs').Tally} */
  const tally = JSON.parse(readFileSync(file, 'utf8'));
  return hasPassed || tally.failed > 0
    ? tally
    : failedOne(`${task.taskId}: exit code ${task.execution.exitCode}`);
}
