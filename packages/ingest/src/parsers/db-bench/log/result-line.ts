import { toFinite } from '../../../text/finite';

/** A result line of db_bench, V1 (before RocksDB 7) or V2. */
export interface ResultLine {
  bench: string;
  microsPerOp: number;
  /** Null in LevelDB, which does not print it. */
  opsPerSec: number | null;
  /** As printed, for an exact change of unit. */
  microsText: string;
  seconds: number | null;
  operations: number | null;
  megabytesPerS: number | null;
  found: { found: number; of: number } | null;
  /** Of transactions, as one of the threads prints them. */
  aborted: { aborts: number; of: number } | null;
  /** What follows the semicolon. */
  extra: string;
}

/**
 * V1: `readrandom   :      10.218 micros/op 3131616 ops/sec; 1254.3 MB/s (176144999 of 176144999 found)`
 * Java: `fillseq :     430.3008 micros/op 2324.0 ops/sec`
 * LevelDB: `fillseq      :       1.765 micros/op;   62.7 MB/s`
 * V2: `overwrite    :       7.854 micros/op 127320 ops/sec 1800.001 seconds 229176999 operations;   51.0 MB/s`
 */
const RESULT =
  /^([A-Za-z][\w.]{0,60}) *: +(\d+\.\d+) micros\/op(?:;| (\d+(?:\.\d+)?) ops\/sec(?:;|$| (\d+\.\d+) seconds (\d+) operations;))(.{0,300})$/;
const BANDWIDTH = /^ +(\d+(?:\.\d+)?) MB\/s/;
const ABORTED = /\( transactions:(\d{1,15}) aborts:(\d{1,15})\)/;
const FOUND = /\((\d+) of (\d+) found\)/;
/** Shorter ones cannot be a result, longer ones are none. */
const [MIN_BYTES, MAX_BYTES] = [30, 500];
const [CARRIAGE_RETURN, UPPER_A, LOWER_Z] = [13, 65, 122];

/**
 * Text of a line after the progress that db_bench overwrites by carriage returns (`... finished 100 ops   \r...`);
 * null when it is not a candidate for `parseResultLine`.
 */
export function resultText(bytes: Buffer, start: number, end: number): string | null {
  const at = afterProgress(bytes, start, end);
  const first = bytes[at] ?? 0;
  const length = end - at;
  if (length < MIN_BYTES || length > MAX_BYTES || first < UPPER_A || first > LOWER_Z) return null;
  return bytes.toString('latin1', at, end);
}

/** Where the text of a line begins that db_bench printed after its progress. */
export function afterProgress(bytes: Buffer, start: number, end: number): number {
  const at = bytes.subarray(start, end).lastIndexOf(CARRIAGE_RETURN);
  return at < 0 ? start : start + at + 1;
}

/** `   29.3 MB/s (9 of 10 found)` with text in place of numbers; a missing rate is not damage. */
export function hasDamagedExtra({ extra }: Pick<ResultLine, 'extra'>): boolean {
  return (
    (extra.includes('MB/s') && !BANDWIDTH.test(extra)) ||
    (extra.includes(' found)') && !FOUND.test(extra)) ||
    (extra.includes(' aborts:') && !ABORTED.test(extra))
  );
}

export function parseResultLine(text: string): ResultLine | null {
  const [, bench, micros, ops, seconds, operations, extra = ''] = RESULT.exec(text) ?? [];
  const microsPerOp = toFinite(micros);
  const opsPerSec = toFinite(ops);
  if (!bench || !micros || microsPerOp === null || (ops !== undefined && opsPerSec === null)) return null;
  const [, found, of] = FOUND.exec(extra) ?? [];
  const [foundCount, ofCount] = [toFinite(found), toFinite(of)];
  return {
    bench,
    microsPerOp,
    opsPerSec,
    microsText: micros,
    seconds: toFinite(seconds),
    operations: toFinite(operations),
    megabytesPerS: toFinite(BANDWIDTH.exec(extra)?.[1]),
    extra,
    aborted: abortedOf(extra),
    found: foundCount === null || ofCount === null ? null : { found: foundCount, of: ofCount },
  };
}

function abortedOf(extra: string): ResultLine['aborted'] {
  const [, transactions, aborts] = ABORTED.exec(extra) ?? [];
  const [of, aborted] = [toFinite(transactions), toFinite(aborts)];
  return of === null || aborted === null || aborted > of ? null : { of, aborts: aborted };
}
