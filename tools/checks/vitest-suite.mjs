import { existsSync, readFileSync, rmSync } from 'node:fs';
import { ended, startChild } from '../bootstrap/children.mjs';
import { fromRoot, inState, root } from '../bootstrap/paths.mjs';
import { vitestTally, withExitCode } from './tally.mjs';

/**
 * Runs Vitest; its output goes to the terminal.
 * @param {{ projects: string[]; databaseUrl: string | undefined }} options databaseUrl: of a server in which the tests
 *   make databases of their own
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runVitest({ projects, databaseUrl }) {
  const report = inState('test/vitest.json');
  rmSync(report, { force: true });
  const args = ['run', ...projects.map((name) => `--project=${name}`)];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const child = startChild(
    process.execPath,
    [fromRoot('node_modules/vitest/vitest.mjs'), ...args, ...reporters],
    {
      cwd: root,
      // A database that the user works with must never be in a test's reach.
      env: { TEST_DATABASE_URL: databaseUrl, DATABASE_URL: undefined, TZ: 'America/Los_Angeles' },
    },
  );
  const { code } = await ended(child);
  return withExitCode(
    existsSync(report) ? vitestTally(JSON.parse(readFileSync(report, 'utf8'))) : null,
    code,
  );
}
