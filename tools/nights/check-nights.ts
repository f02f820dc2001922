// `npm run nights:check`: writes a history of nightly builds, takes it in one upload after another as a CI sends it, and
// compares the records after each night with what was planned. Ends with 1 when something is missed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '@basecase/db/database';
import { newDatabase } from '../bench/seeded';
import { startPostgres } from '../postgres/launcher.mjs';
import { checkHistory } from './check-history';
import { followNights } from './follow-nights';
import { SIZE_OPTIONS, SIZE_USAGE, sizeOf } from './options';
import type { NightsPlan } from './plan';
import { planNights } from './plan-nights';
import { printReport } from './print-report';

/** Nights between two lines of progress. */
const SAID_EVERY = 20;

/** @returns false when something is missed */
async function check(plan: NightsPlan): Promise<boolean> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'basecase-nights-'));
  const postgres = await startPostgres({ home: path.join(scratch, 'postgres'), port: 0, durable: false });
  const database = openDatabase(await newDatabase(postgres.url, 'nights'));
  try {
    const history = await followNights(database, plan, {
      scratch,
      onNight({ night, records }) {
        if ((night + 1) % SAID_EVERY === 0) console.error(`  ${night + 1} nights, ${records.length} records`);
      },
    });
    const report = checkHistory(plan, history);
    console.log(printReport(plan, history, report).join('\n'));
    return report.missed.length === 0;
  } finally {
    await database.close();
    await postgres.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function main(): Promise<number> {
  let plan: NightsPlan;
  try {
    plan = planNights(sizeOf(parseArgs({ options: SIZE_OPTIONS }).values));
  } catch (error) {
    console.error(`✗ ${error instanceof Error ? error.message : error}`);
    console.error(`usage: npm run nights:check -- ${SIZE_USAGE}`);
    return 1;
  }
  return (await check(plan)) ? 0 : 1;
}

process.exitCode = await main();
