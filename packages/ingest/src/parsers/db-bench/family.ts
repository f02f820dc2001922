import path from 'node:path';
import { byDirectory } from '../../assemble/add-to-group';
import { addSeconds } from '../../assemble/measurements';
import { type LocatedFigures, SecondRates } from '../../model/metrics/stalls';
import { containsAny } from '../../text/contains-any';
import { toFinite } from '../../text/finite';
import {
  type AssembleContext,
  type Assembler,
  type FormatFamily,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../family';
import { type LogParser, scoreOf } from '../parser';
import { dbBenchFormat as about } from './about';
import { type Draft, labelOfDirectory, rawDrafts, tableDraft, toParts } from './assemble/raw-drafts';
import { inOrderOfTrust, rowDrafts } from './assemble/row-drafts';
import type { DbBenchLog } from './log/db-bench-log';
import { openDbBench } from './log/db-bench-session';
import { HISTOGRAM_LINES } from './log/histogram-lines';
import { TREE_LINES } from './log/tree-statistics';
import { parseLogName } from './names';
import { dbBenchReport } from './tables/report';
import type { ReportLog } from './tables/report-log';

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

const dbBenchCompare: LogParser = {
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

/** `--report_file`: operations of all threads in each interval. It belongs to a log and makes no result. */
interface IntervalReportLog {
  type: 'db_bench-intervals';
  samples: number;
  seconds: LocatedFigures | null;
}

/** benchmark.sh names it after the log: `benchmark_overwrite.t2.s0.log.r.csv`. */
export const dbBenchIntervals: LogParser = {
  kind: 'db_bench-intervals',
  score: ({ name, head }) => {
    const isContent = /^secs_elapsed,interval_qps$/m.test(head.slice(0, 100));
    const byName = /^benchmark_.*\.r\.csv$/.test(name) ? 0.3 : 0;
    return scoreOf(isContent, name.endsWith('.r.csv'), byName);
  },
  hasDetails: true,
  open: (reporter, details) => {
    let samples = 0;
    const seconds = new SecondRates('since-last');
    return {
      line(bytes, start, end, line) {
        if (start === end) return;
        const text = bytes.toString('latin1', start, Math.min(end, start + 100));
        const [, second, operations] = SAMPLE.exec(text) ?? [];
        if (second !== undefined) {
          samples += 1;
          seconds.add(Number(second), Number(operations), line);
          details?.series(THROUGHPUT).add(Number(second), Number(operations), line);
        } else if (text !== HEADER)
          reporter.unparsed('`<seconds>,<operations per second>`', line, bytes.subarray(start, end));
      },
      end: (): IntervalReportLog => ({
        ...{ type: 'db_bench-intervals', samples, seconds: seconds.figures() },
      }),
    };
  },
};

const HEADER = 'secs_elapsed,interval_qps';
const SAMPLE = /^(\d{1,10}),(\d{1,15})$/;
const THROUGHPUT = { id: 'throughput', label: 'ops/s', unit: 'operations/s' };

/**
 * Logs of a directory become one part for each version; their report.tsv fills in values that the logs lack. Rows
 * of other tables become parts of the version and compiler that they name, each execution once.
 */
const dbBenchAssembler: Assembler = {
  hasOwnNames: 'all',
  assemble(logs, context): RunPart[] {
    const raw = logsOfType<DbBenchLog>(logs, 'db_bench');
    const reports = inOrderOfTrust(logsOfType<ReportLog>(logs, 'db_bench-report'));
    const tables = logsOfType<CompareLog>(logs, 'db_bench-compare');
    const intervals = logsOfType<IntervalReportLog>(logs, 'db_bench-intervals');
    for (const log of [...raw, ...reports, ...tables, ...intervals]) context.claim(log);
    const drafts = [...byDirectory(raw).values()].flatMap((own) => rawDrafts(own, context));
    addIntervals(drafts, intervals);
    drafts.push(...rowDrafts(reports, drafts, context), ...compareDrafts(tables, reports, context));
    return toParts(drafts);
  },
};

/** A report counts for the only result of the log that it is named after. */
function addIntervals(drafts: readonly Draft[], intervals: readonly LocatedLog<IntervalReportLog>[]): void {
  const fileOf = ({ measurements }: Draft) => measurements.list[0]?.file;
  for (const { path: file, log } of intervals) {
    const [draft, ...others] = drafts.filter((each) => `${fileOf(each)}.r.csv` === file);
    if (draft && others.length === 0) addSeconds(draft.measurements, file, log.seconds);
  }
}

/**
 * Operations per second of `abs.*`: results of versions that the header names, or of numbered columns without a header.
 * Left out where the whole rows are in the same directory.
 */
function compareDrafts(
  tables: readonly LocatedLog<CompareLog>[],
  reports: readonly LocatedLog<ReportLog>[],
  context: Pick<AssembleContext, 'note' | 'rootLabel'>,
): Draft[] {
  return tables
    .filter(({ log }) => !log.isRatios)
    .flatMap((table) => {
      const directory = path.posix.dirname(table.path);
      const beside = reports.filter((report) => path.posix.dirname(report.path) === directory);
      if (!isListedIn(table, beside)) return toDrafts(table, context);
      const message = 'every value is in a table of whole rows in this directory; that one counts';
      context.note('SUMMARY_SUPERSEDED', table.path, message);
      return [];
    });
}

function isListedIn({ log }: LocatedLog<CompareLog>, reports: readonly LocatedLog<ReportLog>[]): boolean {
  const known = new Set<string>();
  for (const { test, values } of reports.flatMap((report) => report.log.rows)) {
    const throughput = values.find(({ metric }) => metric === 'throughput')?.value;
    known.add(`${test} ${throughput}`);
  }
  return log.rows.every(({ test, values }) =>
    values.every((value) => value === null || known.has(`${test} ${value}`)),
  );
}

function toDrafts(
  { path: file, log }: LocatedLog<CompareLog>,
  context: Pick<AssembleContext, 'rootLabel'>,
): Draft[] {
  const directory = path.posix.dirname(file);
  const place = directory === '.' ? labelOfDirectory(directory, context) : directory;
  const name = path.posix.basename(file);
  return log.rows.flatMap(({ test, line, values }) =>
    values.flatMap((value, index) => {
      if (value === null) return [];
      const version = log.versions?.[index] ?? '';
      const label = version === '' ? `${place}/${name} column ${index + 1}` : `${place}/${version}`;
      const draft = tableDraft({ path: file, label, version, test }, false);
      draft.measurements.reported('throughput', value, { file, line });
      return [draft];
    }),
  );
}

/**
 * What RocksDB's db_bench prints, V1 (RocksDB 6) and V2 (since 7), stdout and stderr in one file or stdout alone.
 * benchmark.sh names the files `benchmark_<test>.t<threads>[.s<sync>].log`.
 */
export const dbBench: LogParser = {
  kind: 'db_bench',
  about: 'output of db_bench: `readrandom : 10.218 micros/op 3131616 ops/sec ...`',
  score({ name, head }) {
    const isNamed = parseLogName(name)?.tool === 'benchmark.sh';
    const isContent = containsAny(head, LITERALS) && CONTENTS.some((content) => content.test(head));
    return scoreOf(isContent, isNamed, 0.3);
  },
  hasDetails: true,
  open: openDbBench,
  valueLines: [...HISTOGRAM_LINES.map(({ pattern }) => pattern), ...TREE_LINES],
};

const CONTENTS = [
  /^(?:RocksDB|LevelDB): {1,8}version \d/m,
  /^Initializing RocksDB Options from (?:the specified file|command-line flags)$/m,
  /^Set seed to \d+ because --seed was 0$/m,
  /^\d{4}\/\d\d\/\d\d-\d\d:\d\d:\d\d {2}\.\.\. thread \d+: \(\d+,\d+\) ops and /m,
  /(?:^|[\r\n])[A-Za-z][\w.]{0,60} *: +\d+\.\d+ micros\/op \d+(?:\.\d+)? ops\/sec(?:[; ]|\r?$)/m,
  // LevelDB in C++ and Java, and RocksDB's Java.
  /(?:^|[\r\n])[A-Za-z][\w.]{0,60} *: +\d+\.\d+ micros\/op; (?: *\d+\.\d MB\/s|\(\d+ of \d+ found\))/m,
];

/** One of them is in whatever a pattern finds. */
const LITERALS = ['RocksDB', 'LevelDB', 'Set seed to', ' ops and ', ' micros/op ', ' micros/op;'];

/** benchmark.sh leaves `<log>.time` and `<log>.stats.ps` with its logs: kept, because report.tsv has their values. */
const sideFiles: readonly LogParser[] = [
  ['db_bench_time', /^benchmark_\S+\.log\.time$/] as const,
  ['db_bench_ps', /^benchmark_\S+\.log\.stats\.ps$/] as const,
].map(([kind, name]) => ({ kind, score: (sample) => (name.test(sample.name) ? 0.5 : 0), open: null }));

export const dbBenchFormat: FormatFamily = {
  ...about,
  parsers: [dbBench, dbBenchReport, dbBenchCompare, dbBenchIntervals, ...sideFiles],
  assembler: dbBenchAssembler,
};
