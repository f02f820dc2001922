import { scanKrowsPerClient, scanKrowsTotal } from '../model/formulas';
import type { IostatLog } from '../parsers/iostat/iostat-log';
import type { MetSummary } from '../parsers/mytools-met/met-summary';
import type { ParsedLog } from '../parsers/parser';
import type { SysbenchLog } from '../parsers/sysbench/sysbench-log';
import type { VmstatLog } from '../parsers/vmstat/vmstat-log';
import type { CorpusRow } from './corpus';

export interface Check {
  wrong: string[];
  checked: number;
}

/** Compares a parsed log with every expected key of its row that the log's type can answer. */
export function checkRow(row: CorpusRow, log: ParsedLog | null): Check {
  const actual = answers(row, log);
  const wrong: string[] = [];
  let checked = 0;
  for (const [key, value] of row.expected) {
    if (!(key in actual)) continue;
    checked += 1;
    const found = actual[key];
    const isSame =
      typeof found === 'number'
        ? Math.abs(found - Number.parseFloat(value)) < tolerance(value)
        : found === trimRate(key, value);
    if (!isSame) wrong.push(`${key} is ${found}, expected ${value}`);
  }
  if (checked === 0) wrong.push('nothing was compared');
  return { wrong, checked };
}

/** The last cell of an iostat row, o/s, is printed with two decimals or none (`667653.00`, `98500`). */
function trimRate(key: string, printed: string): string {
  return key === 'iostat_row' ? printed.replace(/\S+$/, (rate) => String(Number(rate))) : printed;
}

/** Half a unit of the last printed digit, so that a mean is compared as it was printed. */
function tolerance(printed: string): number {
  const decimals = /^\d+\.(\d+)/.exec(printed)?.[1]?.length ?? 0;
  return 0.5 * 10 ** -decimals + 1e-9;
}

type Answers = Record<string, string | number | undefined>;

function answers(row: CorpusRow, log: ParsedLog | null): Answers {
  if (log?.type === 'sysbench') return ofSysbench(row, log);
  if (log?.type === 'vmstat') return ofVmstat(log);
  if (log?.type === 'iostat') return ofIostat(row, log);
  if (log?.type === 'met') return ofMet(log);
  return {};
}

function ofSysbench(row: CorpusRow, log: SysbenchLog): Answers {
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
    errors: summary?.errors?.value,
    elapsed: summary?.elapsedS?.value,
    eps: summary?.eventsPerS?.value,
    min: summary?.latencyMinMs?.value,
    avg: summary?.latencyAvgMs?.value,
    max: summary?.latencyMaxMs?.value,
    ...(summary?.percentile ? { [`p${summary.percentile}`]: summary.latencyPercentileMs?.value } : {}),
    AUTHOR_QPS: isScan ? scanBy(log, author) : qps,
  };
}

/** Scans by the rule that the index names: `97900 (=table_size*QPS/1000)` or `6553 (=table_size/avg_ms)`. */
function scanBy({ tableSize, summary }: SysbenchLog, expected: string): number {
  const rows = tableSize ?? Number.NaN;
  if (expected.includes('avg_ms'))
    return scanKrowsPerClient(rows, summary?.latencyAvgMs?.value ?? Number.NaN);
  return scanKrowsTotal(rows, summary?.queriesPerS?.value ?? Number.NaN);
}

/** The index counts the since-boot row as a sample, as the scripts of the field do. */
function ofVmstat(log: VmstatLog): Answers {
  const rows = log.samples + (log.sinceBoot ? 1 : 0);
  const mean = (column: 'cs' | 'us' | 'sy' | 'id' | 'wa') =>
    (log[column] * log.samples + (log.sinceBoot?.[column] ?? 0)) / rows;
  return {
    samples: rows,
    mean_cs: mean('cs'),
    mean_us: mean('us'),
    mean_sy: mean('sy'),
    mean_id: mean('id'),
    mean_wa: mean('wa'),
    ...(log.samples > 0 ? { mean_us_skip1: log.us } : {}),
  };
}

function ofIostat(row: CorpusRow, log: IostatLog): Answers {
  const samples = Math.max(0, ...log.devices.map((device) => device.samples));
  const isWholeLog = row.expected.has('device_blocks') && !/-z|kz|mz|list|ALL|compact|\.nvme/.test(row.path);
  return {
    ...(log.cores === null ? {} : { ncpu: log.cores }),
    ...(isWholeLog ? { device_blocks: samples } : {}),
  };
}

function ofMet(log: MetSummary): Answers {
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
    iostat_row: `${io.join(' ')} ${value('throughput')}`,
    vmstat_row: vm.join(' '),
  };
}
