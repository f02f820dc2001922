import { cpSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from './children.mjs';
import { fromRoot, logFile, root } from './paths.mjs';
import { hashInputs, isStamped, writeStamp } from './stamp.mjs';
import { StepError, tail } from './step-error.mjs';
import { version } from './version.mjs';
import { nextCommand, serverFile, webDir } from './web-files.mjs';

const built = path.dirname(serverFile);
// Inside the build, so that it goes when that goes.
const STAMP = path.join(webDir, '.next/basecase-stamp');

/** The inputs of the build. package-lock.json represents node_modules. */
const INPUTS = [
  'apps/web',
  ...readdirSync(fromRoot('packages')).map((name) => `packages/${name}/src`),
  'prisma/schema.prisma',
  'prisma/migrations',
  'tsconfig.base.json',
  'package-lock.json',
];

/** How often Next's last line is shown, and how much of it. */
const LOOK_MS = 1000;
const NOTE_LENGTH = 60;

/**
 * Builds the web app unless it is built from exactly these sources.
 * @param {import('./progress.mjs').Progress} progress
 * @param {{ release?: boolean }} [options] release: what is packed or measured, with less code on the server
 */
export async function ensureWebBuilt(progress, { release = false } = {}) {
  const hash = hashInputs({ base: root, paths: INPUTS, values: [version, String(release)] });
  if (existsSync(serverFile) && isStamped(STAMP, hash)) return;
  await progress.step('Building the web app', async (note) => {
    const log = logFile('next-build');
    const timer = setInterval(() => note(tail(log, 1).trim().slice(0, NOTE_LENGTH)), LOOK_MS);
    await run(process.execPath, [nextCommand(), 'build'], {
      what: 'next build',
      log,
      cwd: webDir,
      env: {
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        BASECASE_RELEASE: release ? '1' : undefined,
      },
    }).finally(() => clearInterval(timer));
    note('');
    // Next.js puts the whole project into a build that opens files by computed paths, and only warns.
    if (existsSync(path.join(built, 'src')))
      throw new StepError('The build of the web app contains its sources.', {
        hint: `add turbopackIgnore to the calls that ${log} names`,
      });
    const { buildIslands } = await import('../../apps/web/islands.mjs');
    await buildIslands();
    // Next leaves these two to a CDN; we serve them ourselves.
    cpSync(path.join(webDir, '.next/static'), path.join(built, '.next/static'), { recursive: true });
    if (existsSync(path.join(webDir, 'public'))) {
      cpSync(path.join(webDir, 'public'), path.join(built, 'public'), { recursive: true });
    }
  });
  writeStamp(STAMP, hash);
}
