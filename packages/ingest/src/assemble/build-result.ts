import type { MetricId } from '../model/metric';
import type { NormalizedResult, ResultStatus } from '../model/run';
import { testInfo } from '../model/test';
import type { QpsRow } from '../parsers/mytools-qps/qps-row';
import type { Located, SysbenchLog } from '../parsers/sysbench/sysbench-log';
import type { Assembly } from './assembly';
import { addIostat, addVmstat } from './hardware';
import { Measurements } from './measurements';
import type { From, TestFiles } from './test-files';
import { addThroughput } from './throughput';

/** A result with what its files say of the run it belongs to. */
export interface ResultDraft {
  /** Repeat is set when drafts are joined to runs. */
  result: NormalizedResult;
  warmup: boolean;
  primaryKey: boolean | null;
  tables: number | null;
  tableSize: number | null;
  cores: number | null;
}

export interface ResultContext {
  assembly: Assembly;
  /** Device of the run, null without iostat. */
  device: string | null;
  /** Cores from basecase.json: used when the log does not say. */
  cores: number | null;
  qps: From<QpsRow> | undefined;
}

/** Joins the files of one test to one result. */
export function buildResult(files: TestFiles, context: ResultContext): ResultDraft {
  const { assembly } = context;
  const info = testInfo(files.test, files.range);
  const measurements = new Measurements();
  const log = files.sysbench?.log ?? null;
  const unit = files.test === 'prepare' ? 'rows/s' : info.unit;
  const cores = log?.cores ?? context.cores ?? files.iostat?.log.cores ?? null;
  const q = addThroughput(files, { unit, qps: context.qps, measurements, assembly });
  if (files.sysbench) addClientSide(measurements, files.sysbench);
  const failed = isFailed(files);
  const device = addHardware(files, { measurements, context, cores, q: failed ? null : q });
  if (!failed) noteThroughput(files, q, assembly);
  if (files.met && !failed) addReported(measurements, files.met.path, files.met.log.values);
  return {
    warmup: info.warmup,
    primaryKey: files.primaryKey,
    tables: log?.tables ?? files.prepare?.log.tables ?? null,
    tableSize: log?.tableSize ?? null,
    cores,
    result: {
      test: files.test,
      range: files.range,
      repeat: 1,
      status: toStatus(failed, info.warmup),
      unit,
      clients: log?.threads ?? files.clients,
      command: log?.command ?? null,
      tool: log?.tool ?? null,
      device,
      measurements: measurements.list,
    },
  };
}

function isFailed(files: TestFiles): boolean {
  if (files.sysbench) return files.sysbench.log.summary === null;
  return files.prepare !== undefined && files.prepare.log.line === 0 && !files.met;
}

function toStatus(failed: boolean, warmup: boolean): ResultStatus {
  if (failed) return 'failed';
  return warmup ? 'warmup' : 'ok';
}

/** Latencies come in milliseconds and are stored in seconds. */
function addClientSide(measurements: Measurements, { path, log }: From<SysbenchLog>): void {
  const { summary } = log;
  if (!summary) return;
  const add = (metric: MetricId, located: Located | undefined) => {
    measurements.reported(metric, located?.value, { file: path, line: located?.line ?? 0 });
  };
  const milliseconds = (metric: MetricId, located: Located | undefined) => {
    // The decimal point is moved in text: 11075.37 / 1000 is 11.075370000000001.
    add(metric, located && { value: Number(`${located.value}e-3`), line: located.line });
  };
  milliseconds('latency_min', summary.latencyMinMs);
  milliseconds('latency_avg', summary.latencyAvgMs);
  milliseconds('latency_max', summary.latencyMaxMs);
  if (summary.percentile === 95) milliseconds('latency_p95', summary.latencyPercentileMs);
  if (summary.percentile === 99) milliseconds('latency_p99', summary.latencyPercentileMs);
  add('transactions_per_s', summary.transactionsPerS);
  add('errors', summary.errors);
  add('elapsed', summary.elapsedS);
}

/** @returns name of the device whose rows were used */
function addHardware(
  files: TestFiles,
  {
    measurements,
    context,
    cores,
    q,
  }: { measurements: Measurements; context: ResultContext; cores: number | null; q: number | null },
): string | null {
  if (files.vmstat && files.vmstat.log.samples > 0) {
    addVmstat(measurements, files.vmstat, { q, cores });
  } else if (files.vmstat) {
    context.assembly.note(
      'METRIC_MISSING',
      files.vmstat.path,
      'no sample after the since-boot row: no cpu/o, no cs/o',
    );
  }
  if (!files.iostat) return null;
  const device = files.iostat.log.devices.find(({ name }) => name === context.device);
  if (!device) {
    const names = files.iostat.log.devices.map(({ name }) => name).join(', ') || 'none';
    context.assembly.note(
      'METRIC_MISSING',
      files.iostat.path,
      `no rows of device ${context.device ?? context.assembly.device ?? 'any'}, found: ${names}; no r/o, rKB/o, wKB/o`,
    );
    return null;
  }
  addIostat(measurements, { path: files.iostat.path, log: device }, q);
  return device.name;
}

function noteThroughput(files: TestFiles, q: number | null, assembly: Assembly): void {
  const file = (files.sysbench ?? files.prepare ?? files.met ?? files.vmstat ?? files.iostat)?.path ?? null;
  if (q === 0) {
    assembly.note('ZERO_THROUGHPUT', file, 'throughput is 0: nothing per operation can be computed');
  } else if (q === null && files.sysbench) {
    assembly.note(
      'METRIC_MISSING',
      file,
      'no line `queries: ... per sec.`: no throughput, nothing per operation',
    );
  } else if (q === null) {
    assembly.note(
      'METRIC_MISSING',
      file,
      'no sysbench log (sb.o) beside it: no throughput, nothing per operation',
    );
  }
}

/** What the summary beside the logs says; throughput was dealt with before. */
function addReported(
  measurements: Measurements,
  file: string,
  values: readonly { metric: MetricId; value: number; line: number }[],
): void {
  for (const { metric, value, line } of values) {
    if (metric !== 'throughput') measurements.reported(metric, value, { file, line });
  }
}
