import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { IngestError } from './ingest-error';
import { toFinite } from './text/finite';

/** A published table of throughput: rows are tests, columns are run directories. */
export interface SummaryTable {
  /** Base of a table of ratios (qps.rel.*), null for absolute values. */
  relativeTo: string | null;
  columns: string[];
  rows: { test: string; range: number | null; values: (number | null)[] }[];
}

/** A table has 40 rows; a file that is none is given up early. */
const MAX_LINES = 10_000;
const MAX_LINE_CHARACTERS = 100_000;

/**
 * Reads `qps.abs.*.tsv` or `qps.rel.*.tsv`: `col-1 : <label>` lines, an empty line, `col-1	col-2 ...`, then
 * values with the test last (`<test>_range=<R>`).
 *
 * @returns null when the file is no such table
 * @throws IngestError NOT_FOUND
 */
export async function readSummaryTable(path: string): Promise<SummaryTable | null> {
  const input = createReadStream(path, { encoding: 'utf8' });
  const table: SummaryTable = { relativeTo: null, columns: [], rows: [] };
  let count = 0;
  let hasHeader = false;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      count += 1;
      if (count > MAX_LINES || line.length > MAX_LINE_CHARACTERS) return null;
      if (line.trim() === '') continue;
      if (hasHeader) {
        const row = toRow(line, table.columns.length);
        if (!row) return null;
        table.rows.push(row);
      } else if (/^col-1(?:\tcol-\d+)*$/.test(line)) {
        hasHeader = true;
      } else if (!readPreamble(line, table)) {
        return null;
      }
    }
  } catch (cause) {
    throw new IngestError('NOT_FOUND', `${path}: ${(cause as Error).message}`, { cause });
  } finally {
    input.destroy();
  }
  return hasHeader && table.columns.length > 0 && table.rows.length > 0 ? table : null;
}

/** `Relative to: <label>` or `col-<n> : <label>`, numbered from 1. */
function readPreamble(line: string, table: SummaryTable): boolean {
  const base = /^Relative to: (\S.*)$/.exec(line)?.[1];
  if (base && table.columns.length === 0) {
    table.relativeTo = base.trim();
    return true;
  }
  const [, number, label] = /^col-(\d+) : (\S.*)$/.exec(line) ?? [];
  if (!label || Number(number) !== table.columns.length + 1) return false;
  table.columns.push(label.trim());
  return true;
}

function toRow(line: string, columns: number): SummaryTable['rows'][number] | null {
  const cells = line.split('\t');
  const label = cells.at(-1)?.trim() ?? '';
  if (cells.length !== columns + 1 || label === '' || toFinite(label) !== null) return null;
  const [, test = label, range] = /^(.+)_range=(\d+)$/.exec(label) ?? [];
  return {
    test,
    range: range === undefined ? null : Number(range),
    values: cells.slice(0, -1).map((cell) => toFinite(cell.trim())),
  };
}
