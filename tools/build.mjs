// `node tools/build.mjs client|web`: the database client, or the web app that uses it, unless it was made from these sources.
import { ensurePrismaClient } from './bootstrap/prisma-client.mjs';
import { createProgress } from './bootstrap/progress.mjs';
import { explain } from './bootstrap/step-error.mjs';
import { ensureWebBuilt } from './bootstrap/web-build.mjs';

const progress = createProgress();
try {
  await ensurePrismaClient(progress);
  if (process.argv[2] === 'web') await ensureWebBuilt(progress);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
progress.stop();
