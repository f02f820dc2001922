import { type Database, openDatabase } from '@basecase/db/database';
import { recomputeRegressions } from '@basecase/db/regressions/recompute/recompute-regressions';
import { importMadeUpRun } from '@basecase/db/testing/import-bench';
import { type BenchRow, median, timeMs } from '../measure';

const IMPORTS = 30;
const WARM_UP = 5;
const SERVERS = 4;
const IMPORT_MS = 40;
const RECORDS_MS = 300;

/** What it costs to bring a run where 500,000 are stored, and to judge the heatmap that it touched. */
export async function benchImports(databaseUrl: string): Promise<BenchRow[]> {
  const database = openDatabase(databaseUrl);
  try {
    return await importOneByOne(database);
  } finally {
    await database.close();
  }
}

async function importOneByOne(database: Database): Promise<BenchRow[]> {
  const imports: number[] = [];
  const records: number[] = [];
  for (let run = -WARM_UP; run < IMPORTS; run += 1) {
    const made = { server: `bench-${1 + ((run + WARM_UP) % SERVERS)}`, version: `20.${run + WARM_UP}` };
    const imported = await timeMs(() => importMadeUpRun(database, made));
    const judged = await timeMs(() => recomputeRegressions(database));
    if (run < 0) continue;
    imports.push(imported);
    records.push(judged);
  }
  return [
    row('(n) import of a run of 33 tests, 500,000 runs stored, median', median(imports), IMPORT_MS),
    row('(n) records of the heatmap that it touched, median', median(records), RECORDS_MS),
  ];
}

function row(what: string, ms: number, aim: number): BenchRow {
  return { what, aim: `≤ ${aim} ms`, reached: `${ms.toFixed(0)} ms`, met: ms <= aim };
}
