import { existsSync, readFileSync, rmSync } from 'node:fs';
import { ended, startChild } from '../bootstrap/children.mjs';
import { fromRoot, inState, root } from '../bootstrap/paths.mjs';
import { vitestTally, withExitCode } from './tally.mjs';

/**
 * @typedef {object} VitestRun
 * @property {string} name of the report
 * @property {string[]} projects
 * @property {string[]} [files] parts of paths: only such files; all files of the projects by default
 * @property {string} [databaseUrl] of a server in which the tests create their databases
 * @property {Record<string, string>} [env]
 */

/**
 * Runs Vitest and counts its tests.
 * @param {VitestRun} run
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runVitest({ name, projects, files = [], databaseUrl, env = {} }) {
  const report = inState(`test/${name}.json`);
  rmSync(report, { force: true });
  const child = startChild(
    process.execPath,
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
      // A database that the user works with must never be in a test's reach.
      env: { TEST_DATABASE_URL: databaseUrl, DATABASE_URL: undefined, TZ: 'America/Los_Angeles', ...env },
    },
  );
  const { code } = await ended(child);
  return withExitCode(
    existsSync(report) ? vitestTally(JSON.parse(readFileSync(report, 'utf8'))) : null,
    code,
  );
}
