import path from 'node:path';
import { byDirectory } from '../../assemble/add-to-group';
import { addSeconds } from '../../assemble/measurements';
import { type LocatedFigures, SecondRates } from '../../model/metrics/stalls';
import { containsAny } from '../../text/contains-any';
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
import { type CompareLog, dbBenchCompare } from './tables/compare';
import { dbBenchReport } from './tables/report';
import type { ReportLog } from './tables/report-log';

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
