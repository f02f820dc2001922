import { addHost } from '../../../assemble/beside';
import { addGlobalStatus } from '../../../assemble/global-status';
import { Measurements } from '../../../assemble/measurements';
import type { MetricId } from '../../../model/metric';
import type { NormalizedResult, ResultStatus } from '../../../model/run';
import type { MysqlStatusLog } from '../../context/database/mysql-status-log';
import type { AssembleContext, LocatedLog } from '../../family';
import { sysbenchModel } from '../about';
import type { QpsRow } from '../mytools-qps/qps-row';
import { addClientSide } from './client-side';
import type { TestFiles } from './test-files';
import { addThroughput } from './throughput';

/** A result with what its files say of the run it belongs to. */
export interface ResultDraft {
  /** Repeat is set when drafts are joined to runs. */
  result: NormalizedResult;
  warmup: boolean;
  /** Its files are named by the convention of run directories. */
  isConventional: boolean;
  primaryKey: boolean | null;
  tables: number | null;
  tableSize: number | null;
  /** What else of the workload the log says and must be equal: `4 files, 32MiB`; null when nothing. */
  workloadLabel: string | null;
  cores: number | null;
}

export interface ResultContext {
  assembly: AssembleContext;
  /** Device of the run, null without iostat. */
  device: string | null;
  /** Cores from basecase.json: used when the log does not say. */
  cores: number | null;
  qps: LocatedLog<QpsRow> | undefined;
  status: LocatedLog<MysqlStatusLog> | undefined;
}

/** Joins the files of one test to one result. */
export function buildResult(files: TestFiles, context: ResultContext): ResultDraft {
  const { assembly } = context;
  const info = sysbenchModel.placeTest(files.test, files.range);
  const measurements = new Measurements();
  const log = files.sysbench?.log ?? null;
  const unit = unitOf(files, info.unit);
  // Not the core count from the config name: a stored number cannot mark that it depends on a guess.
  const cores = log?.cores ?? context.cores ?? files.iostat?.log.cores ?? null;
  const q = addThroughput(files, { unit, qps: context.qps, measurements, assembly });
  if (files.sysbench) addClientSide(measurements, files.sysbench);
  const failed = isFailed(files);
  const device = addHost(measurements, files, { device: context.device, q: failed ? null : q, cores });
  noteHost(files, device, context);
  if (!failed) noteThroughput(files, q, assembly);
  if (context.status && !failed) addGlobalStatus(measurements, context.status);
  if (files.met && !failed) addReported(measurements, files.met.path, files.met.log.values);
  return {
    warmup: info.warmup,
    isConventional: files.stem === null,
    primaryKey: files.primaryKey,
    tables: log?.tables ?? files.prepare?.log.tables ?? null,
    tableSize: log?.tableSize ?? null,
    workloadLabel: log && log.options.workload.length > 0 ? log.options.workload.join(', ') : null,
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
  if (files.sysbench) return files.sysbench.log.summary === null && files.sysbench.log.prepared === null;
  return files.prepare !== undefined && files.prepare.log.line === 0 && !files.met;
}

/** Loads count rows, those of files bytes. */
function unitOf(files: TestFiles, unit: string): string {
  if (files.test !== 'prepare') return unit;
  return files.sysbench ? 'B/s' : 'rows/s';
}

function toStatus(failed: boolean, warmup: boolean): ResultStatus {
  if (failed) return 'failed';
  return warmup ? 'warmup' : 'ok';
}

/** What the logs of the host do not give. */
function noteHost(
  { vmstat, iostat }: TestFiles,
  used: string | null,
  { assembly, device }: ResultContext,
): void {
  if (vmstat && vmstat.log.samples === 0) {
    assembly.note('METRIC_MISSING', vmstat.path, 'no sample after the since-boot row: no cpu/o, no cs/o');
  }
  const isWanting = device === null && iostat !== undefined && iostat.log.devices.length > 0;
  // A requested device that is in no log was reported once for the directory.
  if (!iostat || used !== null || isWanting) return;
  const names = iostat.log.devices.map(({ name }) => name).join(', ') || 'none';
  assembly.note(
    'METRIC_MISSING',
    iostat.path,
    `no rows of device ${device ?? 'any'}, found: ${names}; no r/o, rKB/o, wKB/o`,
  );
}

function noteThroughput(files: TestFiles, q: number | null, assembly: AssembleContext): void {
  const summary = files.sysbench?.log.summary;
  // Read/write requests are not queries: reported once for the directory. A load of files has no operations.
  if (q === null && (summary?.rwRequestsPerS || files.sysbench?.log.prepared)) return;
  const file = (files.sysbench ?? files.prepare ?? files.met ?? files.vmstat ?? files.iostat)?.path ?? null;
  if (q === 0) {
    assembly.note('ZERO_THROUGHPUT', file, 'throughput is 0: nothing per operation can be computed');
  } else if (q === null && files.sysbench) {
    assembly.note(
      'METRIC_MISSING',
      file,
      summary?.isSql
        ? 'no line `queries: ... per sec.`: no throughput, nothing per operation'
        : 'no events or operations per second: no throughput, nothing per operation',
    );
  } else if (q === null) {
    assembly.note(
      'METRIC_MISSING',
      file,
      'no sysbench log (sb.o) in its directory: no throughput, no costs per operation',
    );
  }
}

/** Adds values of the summary next to the logs; throughput is already there. */
function addReported(
  measurements: Measurements,
  file: string,
  values: readonly { metric: MetricId; value: number; line: number }[],
): void {
  for (const { metric, value, line } of values) {
    if (metric !== 'throughput') measurements.reported(metric, value, { file, line });
  }
}
