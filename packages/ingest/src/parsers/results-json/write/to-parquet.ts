import { type BasicType, ByteWriter, parquetWriteRows } from 'hyparquet-writer';
import type { NormalizedRun } from '../../../model/run';
import { type ResultRow, toResultRows } from './result-rows';

/** Types of the columns; all but the first few and the value may be empty. */
const COLUMNS: Readonly<Record<keyof ResultRow, BasicType>> = {
  benchmark: 'STRING',
  product: 'STRING',
  version: 'STRING',
  flavour: 'STRING',
  config: 'STRING',
  commit: 'STRING',
  committedAt: 'TIMESTAMP',
  server: 'STRING',
  cores: 'INT32',
  workload: 'STRING',
  run: 'STRING',
  at: 'TIMESTAMP',
  test: 'STRING',
  repeat: 'INT32',
  status: 'STRING',
  metric: 'STRING',
  value: 'DOUBLE',
  unit: 'STRING',
  better: 'STRING',
  source: 'STRING',
  file: 'STRING',
  line: 'INT32',
};

const OPTIONAL: ReadonlySet<string> = new Set<keyof ResultRow>([
  'flavour',
  'config',
  'commit',
  'committedAt',
  'server',
  'cores',
  'at',
  'file',
  'line',
]);

/** Rows that are held before they are packed. */
const ROW_GROUP = 50_000;

/**
 * Runs as one Parquet file, a row for each number that counts (https://parquet.apache.org/docs/file-format). Numbers are
 * the same doubles. What is held in memory is the file, some ten bytes a row, and one group of rows.
 */
export async function toParquet(
  runs: Iterable<NormalizedRun> | AsyncIterable<NormalizedRun>,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ByteWriter();
  await parquetWriteRows({
    writer,
    rows: rowsOf(runs),
    columns: Object.entries(COLUMNS).map(([name, type]) => ({ name, type, nullable: OPTIONAL.has(name) })),
    rowGroupSize: ROW_GROUP,
    createdBy: 'basecase',
  });
  return new Uint8Array(writer.getBuffer());
}

async function* rowsOf(
  runs: Iterable<NormalizedRun> | AsyncIterable<NormalizedRun>,
): AsyncGenerator<ResultRow> {
  for await (const run of runs) yield* toResultRows(run);
}
