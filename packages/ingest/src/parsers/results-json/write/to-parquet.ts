import { type BasicType, ByteWriter, parquetWriteRows, type Writer } from 'hyparquet-writer';
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
 * Runs as one Parquet file, a row for each number that counts (https://parquet.apache.org/docs/file-format), as pieces of
 * bytes. Numbers are the same doubles. Memory holds one group of rows: the next one is read when the consumer of
 * the pieces is ready for it.
 *
 * @throws what reading the runs throws; the pieces until then are an incomplete file
 */
export function toParquetStream(
  runs: Iterable<NormalizedRun> | AsyncIterable<NormalizedRun>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const sink = writable.getWriter();
  const writer: Writer = new ByteWriter();
  // Called after each group of rows, and waited for.
  writer.flush = async () => {
    const piece = new Uint8Array(writer.getBuffer());
    (writer as ByteWriter).index = 0;
    await sink.write(piece);
  };
  const write = async () => {
    await parquetWriteRows({
      writer,
      rows: rowsOf(runs),
      columns: Object.entries(COLUMNS).map(([name, type]) => ({ name, type, nullable: OPTIONAL.has(name) })),
      rowGroupSize: ROW_GROUP,
      createdBy: 'basecase',
    });
    await writer.flush?.();
    await sink.close();
  };
  // The reader gets the error; if the reader itself has closed the stream, the error is not needed.
  write().catch((error: unknown) => sink.abort(error).catch(() => {}));
  return readable;
}

async function* rowsOf(
  runs: Iterable<NormalizedRun> | AsyncIterable<NormalizedRun>,
): AsyncGenerator<ResultRow> {
  for await (const run of runs) yield* toResultRows(run);
}
