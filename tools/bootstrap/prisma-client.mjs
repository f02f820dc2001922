import { existsSync } from 'node:fs';
import { run } from './children.mjs';
import { fromRoot, inState, logFile, root } from './paths.mjs';
import { hashInputs, isStamped, writeStamp } from './stamp.mjs';

const GENERATED = fromRoot('packages/db/src/generated');
const STAMP = inState('stamps/prisma-client');

/**
 * Generates the database client from prisma/schema.prisma unless it is there for this schema.
 * @param {import('./progress.mjs').Progress} progress
 */
export async function ensurePrismaClient(progress) {
  const paths = ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/prisma/package.json'];
  const hash = hashInputs({ base: root, paths });
  if (existsSync(GENERATED) && isStamped(STAMP, hash)) return;
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
