// `node tools/build.mjs client|web`: the database client, or the web app that uses it, unless it was made from these sources.
import { ensurePrismaClient } from './bootstrap/prisma-client.mjs';
import { runCommand } from './bootstrap/run-command.mjs';
import { ensureWebBuilt } from './bootstrap/web-build.mjs';

await runCommand(async (progress) => {
  await ensurePrismaClient(progress);
  if (process.argv[2] === 'web') await ensureWebBuilt(progress);
});
