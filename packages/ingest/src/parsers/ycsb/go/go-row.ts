import type { DetailsBuilder } from '../../../files/details-builder';
import { percentileMetric } from '../../../model/metric';
import { exponentOf, extremeMetric, type NumberAt, toNumber } from '../../number-line';

/**
 * Rows of PingCAP's clients, go-ycsb and go-tpc: `READ   - Takes(s): 265.0, Count: 4998359, OPS: 18864.7, Avg(us): 1340,
 * ..., 99.9th(us): 51000`, in go-tpc behind `[Summary] ` or `[Current] ` and with `TPM:` and `Sum(ms):`.
 * Source: pkg/measurement of github.com/pingcap/go-ycsb and github.com/pingcap/go-tpc.
 */
const ROW =
  /^[\t >]{0,40}(?:\[(Current|Summary)\] )?([A-Z][A-Za-z0-9_-]{0,60})[ \t]*- ((?:Takes\(s\)|Count): .{0,600})$/;
const CELL = /^([A-Za-z0-9.]{1,20})(?:\(([a-z]{1,2})\))?:(.{0,60})$/;
const PERCENTILE = /^(.{0,12})th$/;

export type RowKind = 'Current' | 'Summary';

/** A row, its cells as printed. */
export interface GoRow {
  /** Null in releases that do not mark the rows. */
  kind: RowKind | null;
  /** `READ`, `NEW_ORDER_ERR`. */
  name: string;
  cells: GoCell[];
}

export interface GoCell {
  /** `Takes`, `99.9th`. */
  key: string;
  unit: string | null;
  /** As printed. */
  text: string;
}

/** A row of results; null for any other line. Cells that have no name are left as `key` empty. */
export function readGoRow(text: string): GoRow | null {
  const [found, kind, name = '', cells = ''] = ROW.exec(text) ?? [];
  if (found === undefined) return null;
  return {
    kind: kind === 'Current' || kind === 'Summary' ? kind : null,
    name,
    cells: cells.split(',').map((cell) => toCell(cell.trim())),
  };
}

function toCell(text: string): GoCell {
  const [, key = '', unit = null, value = text] = CELL.exec(text) ?? [];
  return { key, unit, text: value.trim() };
}

/** `READ_ERROR` and `NEW_ORDER_ERR` → what failed, and that it did. */
export function baseName(name: string): { name: string; isFailed: boolean } {
  const base = name.replace(/_ERR(?:OR)?$/, '');
  return { name: base, isFailed: base !== name };
}

/** Number of the cell `key`, null where there is none or it is not a number. Times are in the printed unit. */
export function cellNumber({ cells }: GoRow, key: string): number | null {
  const cell = cells.find((each) => each.key === key);
  return cell ? toNumber(cell.text) : null;
}

export function cellAt(row: GoRow, key: string, line: number): NumberAt | null {
  const value = cellNumber(row, key);
  return value === null ? null : { value, line };
}

/** Adds the cells of a row as facts. */
export function addGoFacts(
  details: DetailsBuilder,
  { row, group, line }: { row: GoRow; group: string; line: number },
): void {
  for (const { key, unit, text: value } of row.cells)
    details.facts.update({ group, name: unit === null ? key : `${key}(${unit})`, value, unit, line });
}

/** Latencies of a row, in seconds by metric. */
export function latenciesOf({ cells }: GoRow) {
  return cells.flatMap(({ key, unit, text }) => {
    const metric = extremeMetric(key) ?? percentileMetric(Number(PERCENTILE.exec(key)?.[1] ?? ''));
    const exponent = exponentOf(unit ?? '');
    const seconds = exponent === null ? null : toNumber(text, exponent);
    return metric === null || seconds === null ? [] : [[metric, seconds] as const];
  });
}

/** True where every cell is a name and a number. */
export function isReadable({ cells }: GoRow): boolean {
  return cells.every(({ key, text }) => {
    if (key === '' || toNumber(text) === null) return false;
    const percentile = PERCENTILE.exec(key)?.[1];
    return percentile === undefined || toNumber(percentile) !== null;
  });
}
