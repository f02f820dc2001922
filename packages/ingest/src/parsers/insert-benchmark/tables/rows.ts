import type { Operation } from '../client/iibench-log';

/**
 * i_sec	t_sec	i_ips	t_ips	i_dps	t_dps	i_qps	t_qps	max_i	max_d	max_q	t_ins	t_del	t_query	retry_i	retry_d	retry_q
 * 1.0	1.0	100	100	0	0	0	0	3213	0	0	100	0	0	0	0	0
 */
export const HEADER = /^i_sec\tt_sec\ti_ips\tt_ips\t[a-z_\t]{1,200}$/;

const [TAB, SPACE, DOT, ZERO, NINE] = [9, 32, 46, 48, 57];
const MAX_COLUMNS = 40;
/** Beyond this a number is not exact. */
const MAX_DIGITS = 15;

/** Names of the columns for each operation. The form with 12 columns has none for deletes. */
export const COLUMN_NAMES: Readonly<Record<Operation, { rate: string; total: string; slowest: string }>> = {
  insert: { rate: 'i_ips', total: 't_ins', slowest: 'max_i' },
  delete: { rate: 'i_dps', total: 't_del', slowest: 'max_d' },
  query: { rate: 'i_qps', total: 't_query', slowest: 'max_q' },
};

/** Reads rows of a log whose columns are named once. */
export class RowReader {
  readonly names: readonly string[];
  readonly #values = new Float64Array(MAX_COLUMNS);

  constructor(header: string) {
    this.names = header.split('\t').slice(0, MAX_COLUMNS);
  }

  /** Reads a row. @returns false when there are not as many numbers as columns */
  read(bytes: Buffer, start: number, end: number): boolean {
    let at = start;
    for (let column = 0; column < this.names.length; column += 1) {
      const next = this.#number(bytes, at, { end, column });
      if (next < 0) return false;
      at = next;
    }
    return at >= end;
  }

  /** Cell of the row read last; 0 for a column that the log does not have. */
  cell(name: string): number {
    const column = this.names.indexOf(name);
    return column < 0 ? 0 : (this.#values[column] ?? 0);
  }

  cells(): number[] {
    return [...this.#values.subarray(0, this.names.length)];
  }

  /** @returns the start of the next cell, -1 without a number */
  #number(bytes: Buffer, start: number, { end, column }: { end: number; column: number }): number {
    let at = start;
    let value = 0;
    let scale = 0;
    let digits = 0;
    while (at < end && bytes[at] !== TAB && bytes[at] !== SPACE) {
      const byte = bytes[at] ?? 0;
      at += 1;
      if (byte === DOT && scale === 0) {
        scale = 1;
        continue;
      }
      if (byte < ZERO || byte > NINE || digits === MAX_DIGITS) return -1;
      value = value * 10 + (byte - ZERO);
      digits += 1;
      if (scale > 0) scale *= 10;
    }
    if (digits === 0) return -1;
    this.#values[column] = scale > 1 ? value / scale : value;
    while (at < end && (bytes[at] === TAB || bytes[at] === SPACE)) at += 1;
    return at;
  }
}

/** A row begins with a digit and has tabs, which other lines that begin so (`23 seconds : create all`) have not. */
export function isRow(bytes: Buffer, start: number, end: number): boolean {
  const first = bytes[start] ?? 0;
  if (first < ZERO || first > NINE) return false;
  const tab = bytes.indexOf(TAB, start);
  return tab > 0 && tab < end;
}
