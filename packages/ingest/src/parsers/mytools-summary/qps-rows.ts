import { toFinite } from '../../text/finite';

/** A row of a throughput table: `4533\t3927\thot-points_range=100`, or `hot-points_range=100,4533,3927`. */
export interface QpsRow {
  label: string;
  cells: string[];
}

const LABEL = /^[\w.-]{1,200}_range=\d{1,9}$/;
const NOT_A_NUMBER = /^-?(?:nan|inf)$/i;

/** Null when the line is not a table row: no test with a range, or cells other than numbers. */
export function parseQpsRow(text: string): QpsRow | null {
  const isTsv = text.includes('\t');
  const fields = text.split(isTsv ? '\t' : ',').map((field) => field.trim());
  const label = (isTsv ? fields.pop() : fields.shift()) ?? '';
  if (fields.length === 0 || !LABEL.test(label) || !fields.every(isCell)) return null;
  return { label, cells: fields };
}

/** Neither a value nor a mark for a missing value. */
export function isUnreadable(cell: string | undefined): boolean {
  return cell !== undefined && !isCell(cell.trim());
}

/** True for a row of which some cell can't be read: the test is there. */
export function isDamagedRow(text: string): boolean {
  const fields = text.split(text.includes('\t') ? '\t' : ',');
  return fields.length > 1 && (LABEL.test(fields.at(-1)?.trim() ?? '') || LABEL.test(fields[0] ?? ''));
}

/** A cell with a value or a mark for a missing value. */
function isCell(text: string): boolean {
  return text === '' || NOT_A_NUMBER.test(text) || toValue(text) !== null;
}

/** Null for a missing value: an empty cell, `nan` (0/0), `inf` (x/0). */
export function toValue(text: string): number | null {
  const value = toFinite(text);
  return value === null || value < 0 ? null : value;
}
