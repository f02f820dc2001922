// `npm run seed`: makes up a large, mixed set of runs in the database of the running `npm start`, to develop with.
// `npm run seed -- --remove` takes them out again.
import { openDatabase } from '@basecase/db/database';
import { recomputeRegressions } from '@basecase/db/regressions/recompute/recompute-regressions';
import { readRuntime } from '../bootstrap/instance/runtime-file.mjs';
import { hasMixed, removeMixed, seedMixed } from './mixed/seed-mixed';

const ARGUMENTS = process.argv.slice(2);

function fail(message: string): never {
  console.error(`✗ ${message}`);
  process.exit(1);
}

async function main(): Promise<void> {
  if (ARGUMENTS.some((argument) => argument !== '--remove')) fail('usage: npm run seed [-- --remove]');
  const runtime = readRuntime();
  const databaseUrl = process.env.DATABASE_URL || runtime?.databaseUrl;
  if (!databaseUrl)
    fail('No database. Run "npm start" in another terminal and leave it running, or set DATABASE_URL.');
  const database = openDatabase(databaseUrl);
  try {
    if (ARGUMENTS.includes('--remove')) {
      await removeMixed(database.pool);
      console.log('✓ Removed the made-up runs.');
      return;
    }
    if (await hasMixed(database.pool))
      fail('The made-up runs are already there. "npm run seed -- --remove" removes them.');
    const { runs } = await seedMixed(database.pool);
    await database.pool.query('VACUUM ANALYZE');
    console.log(`✓ Made up ${runs} runs. Judging them …`);
    const { created } = await recomputeRegressions(database);
    console.log(`✓ Found ${created} regressions and improvements. Open ${runtime?.url ?? 'the web app'}`);
  } finally {
    await database.close();
  }
}

await main();
