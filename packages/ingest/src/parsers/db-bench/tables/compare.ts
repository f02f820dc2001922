import { toFinite } from '../../../text/finite';
import type { LogParser } from '../../parser';

/**
 * Tables made of the first column of several reports: `csum.*`, `fmt.*`, `rel2.*` hold ratios to the first version, `abs.*`
 * operations per second. The test is first (csv) or last (tsv); some have no header.
 *
 * test,8.11.4,9.0.1,
 * fillseq.wal_disabled.v400,1.00,0.99
 */
export interface CompareLog {
  type: 'db_bench-compare';
  /** Versions of the header; null without one. */
  versions: string[] | null;
  /** True when every value has the two decimals of a ratio. */
  isRatios: boolean;
  /** The test is first, values are split by commas. */
  isCsv: boolean;
  rows: { test: string; line: number; values: (number | null)[] }[];
  lines: number;
}

/** As many as values of the largest table. */
const MAX_FACTS = 10_000;

export const dbBenchCompare: LogParser = {
  kind: 'db_bench-compare-summary',
  score({ head }) {
    // Every line is a row or the header, so the first one tells nearly always.
    const first = head.slice(0, head.indexOf('\n') + 1).trimEnd();
    if (first !== '' && parseRow(first) === null) return 0;
    // The last line may be cut by the sample.
    const lines = head.split('\n').slice(0, head.length < HEAD_BYTES ? undefined : -1);
    const texts = lines.map((line) => line.trimEnd()).filter((line) => line !== '');
    const rows = texts.map((text) => parseRow(text));
    const isTable = rows.every((row, index) => row !== null && (!row.isHeader || index === 0));
    return isTable && rows.some((row) => row && !row.isHeader) ? 0.9 : 0;
  },
  hasDetails: true,
  maxFacts: MAX_FACTS,
  /** Reads versions and rows. Every value is a fact, ratios too. */
  open(reporter, details) {
    const log: CompareLog = {
      ...{ type: 'db_bench-compare', versions: null, isRatios: true, isCsv: false, rows: [], lines: 0 },
    };
    return {
      line(bytes, start, end, line) {
        log.lines = line;
        if (start === end) return;
        const row =
          end - start > MAX_LINE_BYTES ? null : parseRow(bytes.toString('latin1', start, end).trimEnd());
        const width = log.versions?.length ?? log.rows[0]?.values.length;
        if (!row || (width !== undefined && row.cells.length !== width)) {
          const expected = 'a test and as many values as in the line above';
          reporter.unparsed(expected, line, bytes.subarray(start, end));
        } else if (row.isHeader) log.versions = row.cells.map((cell) => cell.slice(0, 60));
        else if (log.rows.length < MAX_ROWS) {
          const { test, cells, isCsv } = row;
          log.isCsv = isCsv;
          log.isRatios &&= cells.every((cell) => RATIO.test(cell));
          log.rows.push({ test, line, values: cells.map((cell) => toFinite(cell)) });
          for (const [index, value] of cells.entries()) {
            const name = log.versions?.[index] ?? `column ${index + 1}`;
            const unit = RATIO.test(value) ? null : 'operations/s';
            details?.facts.add({ group: test, name, value, unit, line });
          }
        }
      },
      end() {
        const [first] = log.rows;
        if (first && log.isRatios) {
          const message =
            'ratios to the first version only: kept, no operations per second can be computed from them';
          reporter.report('RATIOS_ONLY', message, { line: first.line });
        }
        return log;
      },
    };
  },
};

const TEST =
  /^(?:fill(?:seq|random|batch|uniquerandom|sync)|bulkload|multireadrandom|readrandom|readseq|seekrandom|readwhile|fwdrange|revrange|overwrite|updaterandom|mergerandom)[\w.]{0,80}$/;
const RATIO = /^\d{1,6}\.\d\d$/;
const COUNT = /^\d{1,12}$/;
const MAX_ROWS = 10_000;
const MAX_LINE_BYTES = 20_000;
const HEAD_BYTES = 4096;

interface Row {
  test: string;
  cells: string[];
  isHeader: boolean;
  isCsv: boolean;
}

/** A row or the header; null for anything else. The header of a csv ends with a comma. */
function parseRow(text: string): Row | null {
  const separator = text.includes('\t') ? '\t' : ',';
  const cells = text.split(separator);
  if (cells.at(-1) === '') cells.pop();
  const isCsv = separator === ',';
  const test = (isCsv ? cells.shift() : cells.pop()) ?? '';
  if (cells.length === 0) return null;
  if (test === 'test') return { test, cells, isHeader: true, isCsv };
  const isRow = TEST.test(test) && cells.every((cell) => RATIO.test(cell) || COUNT.test(cell));
  return isRow ? { test, cells, isHeader: false, isCsv } : null;
}
