import { ended, startChild } from '../bootstrap/children.mjs';
import { fromRoot, logFile, root } from '../bootstrap/paths.mjs';
import { tail } from '../bootstrap/step-error.mjs';
import { failedOne } from './tally.mjs';

/** How much of a failed check's output is shown; the rest is in its log. */
const SHOWN_LINES = 80;

/**
 * @typedef {object} Check a command that passes with exit code 0
 * @property {string} label
 * @property {string[]} args of node
 * @property {string} fix what to do when it fails
 * @property {Record<string, string>} [env]
 */

/** @param {...string} parts below node_modules */
const tool = (...parts) => fromRoot('node_modules', ...parts);

/** @type {Check[]} */
export const LINT = [
  {
    label: 'Lock file is complete',
    args: [fromRoot('tools/complete-lock.mjs'), '--check'],
    fix: 'npm run lock:complete',
  },
  {
    label: 'Format and lint',
    args: [tool('@biomejs/biome/bin/biome'), 'check', '.'],
    fix: 'npm run format, then correct what is left',
  },
  {
    label: 'Nothing unused',
    args: [tool('knip/bin/knip.js'), '--no-progress', '--no-config-hints'],
    fix: 'delete what nothing uses; knip.jsonc says what is started',
  },
];

const tsc = tool('typescript/bin/tsc');

/** @type {(label: string, project: string) => Check} */
const types = (label, project) => ({
  label,
  args: [tsc, '--noEmit', '-p', project],
  fix: `correct the types; \`npx tsc --noEmit -p ${project}\` checks them alone`,
});

/** The packages and the command line are one program: each of their files is checked once. */
/** @type {Check[]} */
export const TYPES = [
  {
    label: 'Types of the routes are generated',
    args: [tool('next/dist/bin/next'), 'typegen', 'apps/web'],
    env: { NEXT_TELEMETRY_DISABLED: '1' },
    fix: 'correct the routes below apps/web/src/app',
  },
  types('Types of packages and command line', '.'),
  types('Types of the web app', 'apps/web'),
  types('Types of the browser tests', 'e2e'),
  types('Types of the tools', 'tools'),
];

/**
 * Schema and migrations must say the same.
 * @param {string} databaseUrl of a database whose server may be given a shadow database
 * @returns {Check}
 */
export const driftCheck = (databaseUrl) => ({
  label: 'Migrations match the schema',
  args: [
    tool('prisma/build/index.js'),
    'migrate',
    'diff',
    '--from-migrations',
    'prisma/migrations',
    '--to-schema',
    'prisma/schema.prisma',
    '--exit-code',
  ],
  env: { DATABASE_URL: databaseUrl, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  fix: 'exit code 2: they differ, npx prisma migrate dev writes the missing migration; 1: correct the SQL',
});

/**
 * Runs one check and shows its output if it fails.
 * @param {Check} check
 * @param {import('../bootstrap/progress.mjs').Progress} progress
 * @returns {Promise<import('./tally.mjs').Tally>} one passed or one failed
 */
export async function runCheck({ label, args, env, fix }, progress) {
  const log = logFile(`check-${label.toLowerCase().replaceAll(' ', '-')}`);
  try {
    await progress.step(label, async () => {
      const { code, signal } = await ended(startChild(process.execPath, args, { cwd: root, env, log }));
      if (code !== 0) throw new Error(`${signal ?? `exit code ${code}`}`);
    });
    return { passed: 1, failed: 0, skipped: 0 };
  } catch (error) {
    progress.line(tail(log, SHOWN_LINES));
    progress.line(`✗ ${label}: ${/** @type {Error} */ (error).message}. What to do: ${fix}`);
    return failedOne(label);
  }
}
