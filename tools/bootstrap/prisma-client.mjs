import { run } from './children.mjs';
import { fromRoot, logFile, root } from './paths.mjs';
import { hashInputs, isStamped, writeStamp } from './stamp.mjs';

// Inside of what was generated, so that it goes when that goes.
const STAMP = fromRoot('packages/db/src/generated/.basecase-stamp');

/**
 * Generates the database client from prisma/schema.prisma unless it is there for this schema.
 * @param {import('./progress.mjs').Progress} progress
 */
export async function ensurePrismaClient(progress) {
  const paths = ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/prisma/package.json'];
  const hash = hashInputs({ base: root, paths });
  if (isStamped(STAMP, hash)) return;
  await progress.step('Generating the database client', () =>
    run(process.execPath, [fromRoot('node_modules/prisma/build/index.js'), 'generate'], {
      what: 'prisma generate',
      log: logFile('prisma-generate'),
      cwd: root,
      env: { PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
    }),
  );
  writeStamp(STAMP, hash);
}
