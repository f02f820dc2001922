import { existsSync, readFileSync, rmSync } from 'node:fs';
import { ended, startChild } from '../bootstrap/children.mjs';
import { fromRoot, inState, logFile, root } from '../bootstrap/paths.mjs';
import { tail } from '../bootstrap/step-error.mjs';
import { summaryLine, vitestTally, withExitCode } from './tally.mjs';

/** How much of a failed run is shown; the rest is in its log. */
const SHOWN_LINES = 120;

/**
 * @typedef {object} VitestRun
 * @property {string} name of the report and the log
 * @property {string} label
 * @property {string[]} projects
 * @property {string[]} [files] parts of paths: only such files; all of the projects when left out
 * @property {string} [node] path of the Node.js to run it; the one that runs this when left out
 * @property {string} [databaseUrl] of a server in which the tests make databases of their own
 * @property {Record<string, string>} [env]
 */

/**
 * Runs Vitest. Other steps may run beside it, so its output goes to a log, of which the end is shown when it fails.
 * @param {VitestRun} run
 * @param {import('../bootstrap/progress.mjs').Progress} progress
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runVitest(
  { name, label, projects, files = [], node = process.execPath, databaseUrl, env = {} },
  progress,
) {
  const report = inState(`test/${name}.json`);
  const log = logFile(name);
  rmSync(report, { force: true });
  const tally = await progress.step(label, async (note) => {
    const child = startChild(
      node,
      [
        fromRoot('node_modules/vitest/vitest.mjs'),
        'run',
        ...files,
        ...projects.map((project) => `--project=${project}`),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      {
        cwd: root,
        log,
        // A database that the user works with must never be in a test's reach.
        env: { TEST_DATABASE_URL: databaseUrl, DATABASE_URL: undefined, TZ: 'America/Los_Angeles', ...env },
      },
    );
    const { code } = await ended(child);
    const counted = existsSync(report) ? vitestTally(JSON.parse(readFileSync(report, 'utf8'))) : null;
    const result = withExitCode(counted, code);
    note(summaryLine(result));
    return result;
  });
  if (tally.failed > 0) progress.line(tail(log, SHOWN_LINES));
  return tally;
}
