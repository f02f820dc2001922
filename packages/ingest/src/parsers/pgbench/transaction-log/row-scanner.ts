const [SPACE, ZERO, NINE] = [32, 48, 57];
/** client, transaction, time, script, second, microsecond, then lag and retries where they were asked for. */
const MIN_COLUMNS = 6;
const MAX_COLUMNS = 8;
const TIME_COLUMN = 2;
/** More digits are not a count and would be inexact. */
const MAX_DIGITS = 15;

/** Placeholder for the time of a transaction without one. */
const OUTCOMES = [
  // Given up before it began, because of the latency limit.
  { word: Buffer.from('skipped'), outcome: 'skipped' },
  { word: Buffer.from('failed'), outcome: 'failed' },
  { word: Buffer.from('serialization'), outcome: 'failed' },
  { word: Buffer.from('deadlock'), outcome: 'failed' },
] as const;

export type Outcome = 'done' | (typeof OUTCOMES)[number]['outcome'];

/**
 * Reads the rows of a transaction log (-l) byte by byte: a log has millions, and is read without a text or a list for
 * each. One scanner holds the values of the row that it read last.
 *
 *     client transaction time_us script epoch_s epoch_us [lag_us] [retries]
 */
export class RowScanner {
  /** Values by column; of a row without a time that column is 0. */
  readonly values = new Float64Array(MAX_COLUMNS);
  columns = 0;
  outcome: Outcome = 'done';

  /** @returns false for what is no such row; the values are then of no use */
  read(bytes: Buffer, start: number, end: number): boolean {
    let at = start;
    let column = 0;
    this.outcome = 'done';
    while (column < MAX_COLUMNS) {
      const stop = this.#value(bytes, at, end, column);
      if (stop < 0) return false;
      column += 1;
      if (stop === end) break;
      if (bytes[stop] !== SPACE) return false;
      at = stop + 1;
      if (column === MAX_COLUMNS) return false;
    }
    this.columns = column;
    return column >= MIN_COLUMNS;
  }

  /** @returns where the value ends, -1 where there is none */
  #value(bytes: Buffer, start: number, end: number, column: number): number {
    let at = start;
    let value = 0;
    while (at < end) {
      const byte = bytes[at] ?? 0;
      if (byte < ZERO || byte > NINE) break;
      value = value * 10 + byte - ZERO;
      at += 1;
    }
    if (at > start) {
      this.values[column] = value;
      return at - start > MAX_DIGITS ? -1 : at;
    }
    return column === TIME_COLUMN ? this.#word(bytes, start, end) : -1;
  }

  #word(bytes: Buffer, start: number, end: number): number {
    for (const { word, outcome } of OUTCOMES) {
      const stop = start + word.length;
      if (stop <= end && bytes.compare(word, 0, word.length, start, stop) === 0) {
        this.outcome = outcome;
        this.values[TIME_COLUMN] = 0;
        return stop;
      }
    }
    return -1;
  }
}
