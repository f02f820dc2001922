import type { FileDetails } from '../../model/details';
import type { NormalizedResult, NormalizedRun } from '../../model/run';
import type { CompareLog } from '../../parsers/db-bench/family';
import type { DbBenchLog, DbBenchResult } from '../../parsers/db-bench/log/db-bench-log';
import { MIB } from '../../parsers/db-bench/sizes';
import type { ReportLog } from '../../parsers/db-bench/tables/report-log';
import type { CorpusAnswers, CorpusKeys } from '../corpus-keys';

/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: ['db_bench', 'db_bench-report'],
  answers(_, { log, runs, details }) {
    if (log?.type === 'db_bench') return ofLog(log as DbBenchLog, runs, details);
    if (log?.type === 'db_bench-report') return ofReport(log as ReportLog, details);
    if (log?.type === 'db_bench-compare') return ofCompare(log as CompareLog, details);
    return log?.type === 'db_bench-intervals' ? ofIntervals(details) : {};
  },
  exceptions: [
    {
      match: /\/fmt\.byrx\.(?:hcc|lru)\.abs[01]\.csv$|\/rel2\.\w+\.8x\.csv$/,
      keys: ['rows'],
      reason:
        'the index counts 0 rows, because it split these csv files by tabs: line 1 of rel2.byrx.8x.csv is fillseq.wal_disabled.v400,0.97,...',
    },
  ],
};

function ofLog(log: DbBenchLog, runs: readonly NormalizedRun[], details: FileDetails | null): CorpusAnswers {
  const results = runs
    .flatMap((run) => run.results)
    .filter(({ measurements }) => measurements.length > 0)
    .sort((a, b) => lineOf(a) - lineOf(b));
  const parsed = log.executions.flatMap((execution) => execution.results);
  const lines = results.map((result, index) => [`r${index}`, toResultText(result, parsed[index])]);
  return {
    ver: log.executions[0]?.version ?? undefined,
    result_lines: log.resultLines,
    compaction_stats: log.compactionStats,
    warnings: log.warnings > 0 ? 'yes' : undefined,
    result: parsed.length === 0 ? 'NONE' : undefined,
    last_P50_P75_P99: lastPercentiles(details),
    ...Object.fromEntries(lines),
  };
}

function lineOf({ measurements }: NormalizedResult): number {
  return measurements.find(({ metric }) => metric === 'throughput')?.line ?? 0;
}

function toResultText(result: NormalizedResult, parsed: DbBenchResult | undefined): string {
  const value = (metric: string) => result.measurements.find((found) => found.metric === metric)?.value;
  const print = (number: number | null | undefined, decimals: number) => number?.toFixed(decimals) ?? '';
  const bandwidth = value('bandwidth');
  return [
    `${parsed?.bench} micros=${print((value('latency_avg') ?? Number.NaN) * 1e6, 3)}`,
    `ops=${value('throughput')} secs=${print(value('elapsed'), 3)} nops=${print(parsed?.operations, 0)}`,
    `MBs=${print(bandwidth === undefined ? undefined : bandwidth / MIB, 1)}`,
    `found=${parsed?.found?.found ?? ''}/${parsed?.found?.of ?? ''}`,
  ].join(' ');
}

/** Of the last histogram in the file, as benchmark.sh takes them: that may be one of a level, not of the test. */
function lastPercentiles(details: FileDetails | null): string | undefined {
  const facts = details?.facts.filter(({ name }) => /^p(?:50|75|99)$/.test(name)) ?? [];
  const last = Math.max(0, ...facts.map(({ line }) => line));
  const values = facts.filter(({ line }) => line === last).map(({ value }) => value);
  return values.length === 3 ? values.join('/') : undefined;
}

const COLUMNS =
  'ops_sec mb_sec lsm_sz blob_sz c_wgb w_amp c_mbps c_wsecs c_csecs b_rgb b_wgb usec_op p50 p99 p99.9 p99.99 pmax uptime stall% Nstall u_cpu s_cpu rss test date version job_id githash'.split(
    ' ',
  );

function ofReport(log: ReportLog, details: FileDetails | null): CorpusAnswers {
  const [first] = log.rows;
  const cells = cellsOf(details, first?.line ?? 0);
  const ratios = details?.facts.filter(({ name }) => name === 'ratio of the last rows') ?? [];
  // The index joins the cells by tabs, or by spaces.
  return {
    // The index counts the ratios below the blocks of sum.nt10.txt (line 4: `0.981`) as rows.
    rows: log.rows.length + ratios.length,
    lines: log.lines,
    row1: `['${cells.join('\\t')}']`,
    line2: log.sources[1] ?? cells.join(' '),
  };
}

/** Every cell of a row, empty ones included. */
function cellsOf(details: FileDetails | null, line: number): string[] {
  const facts = details?.facts.filter((fact) => fact.line === line) ?? [];
  return COLUMNS.map((name) => facts.find((fact) => fact.name === name.toLowerCase())?.value ?? '');
}

/** The index counts the header as a row; `row1` and `line2` are the second line of the file. */
function ofCompare(log: CompareLog, details: FileDetails | null): CorpusAnswers {
  const row = log.rows.find(({ line }) => line === 2);
  const values = details?.facts.filter(({ line }) => line === 2).map(({ value }) => value) ?? [];
  const isCsv = log.isCsv;
  const text = isCsv ? [row?.test, ...values].join(',') : [...values, row?.test].join(' ');
  return { rows: log.lines, lines: log.lines, row1: text, line2: text };
}

function ofIntervals(details: FileDetails | null): CorpusAnswers {
  const [series] = details?.series ?? [];
  return { rows: series?.values.length, row1: `${series?.seconds[0]},${series?.values[0]}` };
}
