import path from 'node:path';
import type { Workload } from '../../../model/run';

/** What the path of a table says of the workload of all its columns. */
export type TablePathInfo = Pick<Workload, 'clients' | 'tables' | 'rowsPerTable'>;

/** A directory of one concurrency, `dop40`, also within a name: `res.dop8.180.180`, `qps.abs.dop40.tsv`. */
const DOP = /(?:^|\.)dop(\d{1,6})(?=\.|$)/;
/** Users, tables, and millions of rows in each: `40u.8t.10m`. */
const SIZES = /(?:^|\.)(\d{1,6})u\.(\d{1,6})t\.(\d{1,6})m(?=\.|$)/;
const MILLION = 1_000_000;

/** Reads the nearest part of the path that says something, from the file's own name upwards. */
export function readTablePath(tablePath: string): TablePathInfo {
  const parts = tablePath.split(path.posix.sep).toReversed();
  const sizes = firstMatch(parts, SIZES);
  const clients = toCount(firstMatch(parts, DOP)?.[1]) ?? toCount(sizes?.[1]);
  const millions = toCount(sizes?.[3]);
  return {
    clients,
    tables: toCount(sizes?.[2]),
    rowsPerTable: millions === null ? null : millions * MILLION,
  };
}

function firstMatch(parts: readonly string[], pattern: RegExp): RegExpExecArray | null {
  for (const part of parts) {
    const found = pattern.exec(part);
    if (found) return found;
  }
  return null;
}

function toCount(digits: string | undefined): number | null {
  const count = digits === undefined ? 0 : Number(digits);
  return count > 0 ? count : null;
}
