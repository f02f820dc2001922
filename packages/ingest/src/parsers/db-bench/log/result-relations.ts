import { type MaybeRelation, type Said, saidAt } from '../../../checks/disagreements';
import { exact, type Range, times, widen } from '../../../checks/ranges';
import type { DbBenchResult } from './db-bench-log';

/** What the rest of the log, or the name of its file, says of a result. */
export interface ResultContext {
  threads: number | null;
  /** Bytes of a key and its value, from the header. */
  entryBytes: number | null;
}

/** The clocks of the threads and of all of it are read one after the other. */
const CLOCK_PART = 0.01;
/** Threads end one after another: 2 threads of a short run are 1.91 on the mean. */
const BUSY_PART = 0.2;
/** Of an unknown number of threads only that it is a whole one is known. */
const WHOLE_PART = 0.07;
/** Iterators read more than one entry an operation, and reads that find nothing none. */
const ENTRY_FACTOR = 3;
/** Tests whose operation is one entry. */
export const ONE_ENTRY =
  /^(?:fill\w*|overwrite\w*|readrandom|readseq|readreverse|multireadrandom|updaterandom|readwhilewriting)$/;
const MIB = 1024 * 1024;
const MICROS_PER_S = exact(1e6);

/** What a result line says twice. docs/method.md §1.3 */
export function resultRelations(result: DbBenchResult, context: ResultContext): MaybeRelation[] {
  const { line } = result;
  const micros = saidAt(line, ['micros/op', result.microsPerOp, 3], ['latency_avg']);
  if (result.opsPerSec === null) return [];
  const ops = saidAt(line, ['ops/sec', result.opsPerSec, 0], ['throughput']);
  const relations: MaybeRelation[] = [perThread(micros, ops, context.threads)];
  if (result.seconds !== null && result.operations !== null) {
    const seconds = saidAt(line, ['seconds', result.seconds, 3], ['elapsed']);
    const operations = saidAt(line, ['operations', result.operations, 0]);
    relations.push({
      of: [ops, seconds, operations],
      left: operations.range,
      right: widen(times(ops.range, seconds.range), CLOCK_PART),
      words: 'operations = ops/sec × seconds',
    });
  }
  if (result.megabytesPerS !== null) {
    const bandwidth = saidAt(line, ['MB/s', result.megabytesPerS, 1], ['bandwidth']);
    relations.push(entries(ops, bandwidth, result, context));
  }
  return relations;
}

/** Each thread does one operation at a time: micros/op × ops/sec is their number, in microseconds. */
function perThread(micros: Said, ops: Said, threads: number | null): MaybeRelation {
  const busy = times(micros.range, ops.range);
  return {
    of: [micros, ops],
    left: busy,
    right: times(threads === null ? nearestWhole(busy) : busyThreads(threads), MICROS_PER_S),
    isRough: threads === null,
    words: `micros/op × ops/sec = ${threads ?? 'a whole number of'} threads × 1,000,000`,
  };
}

/** A concurrent writer may be one of the threads, or one more. */
function busyThreads(threads: number): Range {
  return { low: threads * (1 - BUSY_PART), high: (threads + 1) * (1 + CLOCK_PART) };
}

function nearestWhole({ low, high }: Range): Range {
  const whole = Math.max(1, Math.round((low + high) / 2 / MICROS_PER_S.low));
  return widen(exact(whole), WHOLE_PART);
}

function entries(
  ops: Said,
  bandwidth: Said,
  { bench, found }: DbBenchResult,
  { entryBytes }: ResultContext,
): MaybeRelation {
  const share = found && found.of > 0 ? found.found / found.of : 1;
  if (entryBytes === null || !ONE_ENTRY.test(bench) || share === 0) return null;
  const bytes = times(ops.range, exact(entryBytes * share));
  return {
    of: [ops, bandwidth],
    left: times(bandwidth.range, exact(MIB)),
    right: { low: bytes.low / ENTRY_FACTOR, high: bytes.high * ENTRY_FACTOR },
    isRough: true,
    words: `MB/s ≈ ops/sec × ${entryBytes} bytes of an entry`,
  };
}
