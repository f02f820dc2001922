import type { Database } from '../database';
import { importParsed } from '../import/import-parsed';
import { describeUpload, makeUpload } from './parsed-upload';

const TESTS = 33;

/** What an operation of the made-up run costs, besides its throughput: six metrics a result. */
const COSTS = { cpu_per_op: 40, cs_per_op: 4, reads_per_op: 0.1, read_kb_per_op: 1.5, write_kb_per_op: 2 };

/**
 * Stores a run of 33 tests with six metrics each as a separate upload, as a reader does once it has read the logs.
 *
 * @param version no other run of the server has it
 */
export async function importMadeUpRun(
  database: Database,
  { server, version }: { server: string; version: string },
): Promise<void> {
  const qps = Object.fromEntries(Array.from({ length: TESTS }, (_, test) => [`t${test}`, [1000 + test]]));
  const name = `${server} ${version}`;
  await importParsed(database, {
    upload: describeUpload(name),
    parsed: makeUpload({ server, version, qps, costs: COSTS, seed: name }),
    configTexts: new Map(),
  });
}
