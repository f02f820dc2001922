import type { FileDetails } from '../../model/details';
import { scanKrowsPerClient, scanKrowsTotal } from '../../model/formulas';
import type { MetSummary, SysbenchLog } from '../../parsers/sysbench/log/sysbench-log';
import type { CorpusRow } from '../corpus';
import type { CorpusAnswers, CorpusFile, CorpusKeys } from '../corpus-keys';

/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: ['sysbench', 'mytools-met', 'sysbench-tpcc'],
  answers(row, file) {
    const { log, details } = file;
    if (row.tool === 'sysbench-tpcc') return ofTpcc(file);
    if (log?.type === 'sysbench') return ofSysbench(row, log as SysbenchLog, details);
    return log?.type === 'met' ? ofMet(row, log as MetSummary) : {};
  },
};

function ofSysbench(row: CorpusRow, log: SysbenchLog, details: FileDetails | null): CorpusAnswers {
  const { summary } = log;
  const qps = summary?.queriesPerS?.value;
  const isScan = /sb\.o\.scan/.test(row.path);
  const author = row.expected.get('AUTHOR_QPS') ?? '';
  return {
    ver: log.tool?.replace('sysbench ', ''),
    threads: log.threads ?? undefined,
    tables: log.tables ?? undefined,
    table_size: log.tableSize ?? undefined,
    time: log.seconds ?? undefined,
    FATAL: log.fatal ? 'yes' : undefined,
    summary: summary ? undefined : 'MISSING(truncated/aborted)',
    queries: summary?.queries?.value,
    QPS: qps,
    trx: summary?.transactions?.value,
    TPS: summary?.transactionsPerS?.value,
    rw_requests: summary?.rwRequests?.value,
    rw_per_s: summary?.rwRequestsPerS?.value,
    other_per_s: summary?.otherPerS?.value,
    errors: summary?.errors?.value,
    deadlocks: summary?.deadlocks?.value,
    interval_lines: intervalLines(details),
    n_queries_lines: log.summaries,
    elapsed: summary?.elapsedS?.value,
    eps: summary?.eventsPerS?.value,
    min: summary?.latencyMinMs?.value,
    avg: summary?.latencyAvgMs?.value,
    max: summary?.latencyMaxMs?.value,
    ...(summary?.percentile ? { [`p${summary.percentile}`]: summary.latencyPercentileMs?.value } : {}),
    AUTHOR_QPS: isScan ? scanBy(log, author) : qps,
  };
}

/** The throughput is in transactions; rows of the csv report and lines in brackets are one series. */
function ofTpcc({ log, details, runs }: CorpusFile): CorpusAnswers {
  if (log?.type !== 'sysbench') return {};
  const { tool, threads, summary } = log as SysbenchLog;
  const results = runs.flatMap((run) => run.results).filter(({ test }) => test === 'tpcc');
  const measured = results.flatMap(({ measurements }) => measurements);
  const value = (metric: string) => measured.find((each) => each.metric === metric)?.value;
  const milliseconds = (metric: string) => (value(metric) ?? Number.NaN) * 1000;
  const tps = details?.series.find(({ id }) => id === 'transactions_per_s');
  const count = tps?.values.length ?? 0;
  const mean = (tps?.values ?? []).reduce<number>((sum, each) => sum + (each ?? 0), 0) / count;
  return {
    version: tool?.replace('sysbench ', ''),
    threads: threads ?? undefined,
    summary: summary ? 'yes' : 'no',
    csv_rows: count,
    // The second, and a series of each other column.
    csv_columns: (details?.series.length ?? 0) + 1,
    csv_mean_tps: mean,
    csv_last_s: tps?.seconds.at(-1),
    progress_lines: count,
    progress_mean_tps: mean,
    progress_last_s: tps?.seconds.at(-1),
    transactions: summary?.transactions?.value,
    tps: value('throughput'),
    queries: summary?.queries?.value,
    qps: value('query_rate'),
    ignored_errors: value('errors'),
    total_time_s: value('elapsed'),
    events: summary?.events?.value,
    lat_min_ms: milliseconds('latency_min'),
    lat_avg_ms: milliseconds('latency_avg'),
    lat_max_ms: milliseconds('latency_max'),
    lat_p95_ms: milliseconds('latency_p95'),
  };
}

/** Every interval line of a database or CPU test has the threads. */
function intervalLines(details: FileDetails | null): number | undefined {
  return details?.series.find(({ id }) => id === 'threads')?.values.length;
}

/** Scans by the rule that the index names: `97900 (=table_size*QPS/1000)` or `6553 (=table_size/avg_ms)`. */
function scanBy({ tableSize, summary }: SysbenchLog, expected: string): number {
  const rows = tableSize ?? Number.NaN;
  if (expected.includes('avg_ms'))
    return scanKrowsPerClient(rows, summary?.latencyAvgMs?.value ?? Number.NaN);
  return scanKrowsTotal(rows, summary?.queriesPerS?.value ?? Number.NaN);
}

function ofMet(row: CorpusRow, log: MetSummary): CorpusAnswers {
  const value = (metric: string, factor = 1) => {
    const found = log.values.find((candidate) => candidate.metric === metric)?.value ?? Number.NaN;
    return found / factor;
  };
  const io = [
    value('samples_iostat').toFixed(0),
    value('reads_per_s').toFixed(1),
    value('read_kb_per_s', 1024).toFixed(1),
    value('writes_per_s').toFixed(1),
    value('write_kb_per_s', 1024).toFixed(1),
    value('reads_per_op').toFixed(3),
    value('read_kb_per_op').toFixed(3),
    value('write_kb_per_op').toFixed(3),
  ];
  const vm = [
    value('samples_vmstat').toFixed(0),
    value('cs_per_s').toFixed(0),
    value('cpu_percent').toFixed(1),
    value('cs_per_op').toFixed(3),
    value('cpu_per_op').toFixed(6),
  ];
  return {
    iostat_row: `${io.join(' ')} ${printedRate(row, value('throughput'))}`,
    vmstat_row: vm.join(' '),
  };
}

/** The last cell, o/s, is printed with two decimals or none (`667653.00`, `98500`). */
function printedRate(row: CorpusRow, rate: number): string {
  const decimals = /\.(\d+)$/.exec(row.expected.get('iostat_row') ?? '')?.[1]?.length ?? 0;
  return rate.toFixed(decimals);
}
