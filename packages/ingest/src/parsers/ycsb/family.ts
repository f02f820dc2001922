import { addHost } from '../../assemble/beside';
import { addSeconds, Measurements, newResult } from '../../assemble/measurements';
import {
  draftsOfLogs,
  type Hardware,
  noteZeroThroughput,
  partsOfDrafts,
  type RunDraft,
} from '../../assemble/parts-of-drafts';
import { baseName } from '../../identity/names/base-name';
import { findVariant } from '../../identity/names/find-variant';
import { type NormalizedResult, UNKNOWN_WORKLOAD, type Workload } from '../../model/run';
import type { AssembleContext, Assembler, FormatFamily } from '../family';
import { type LogParser, scoreOf } from '../parser';
import { ycsbFormat as about, OVERALL_TEST } from './about';
import { goYcsb } from './go/go-ycsb';
import { ycsb } from './java/ycsb';
import {
  attemptsOf,
  countedOperations,
  isMostlyFailed,
  isRunFailed,
  type Operation,
  outcomeOf,
  settingsOfName,
  testOf,
  type YcsbLog,
  type YcsbRun,
} from './ycsb-log';

/**
 * Each run of a client becomes the result `overall` and one of each kind of operation. Runs of one directory, product and
 * workload are one part; files of several workloads in one directory are as many.
 */
const ycsbAssembler: Assembler = {
  assemble(logs, context) {
    const drafts = draftsOfLogs<YcsbLog>(logs, 'ycsb', context);
    return partsOfDrafts(drafts, context, (draft, place) => {
      note(draft, context);
      return {
        benchmark: 'ycsb',
        variant: findVariant(place, { product: draft.run.settings.product }),
        workload: workloadOf(draft.run, draft.file),
        build: (hardware) => buildResults(draft, hardware),
      };
    });
  },
};

function note({ file, run }: YcsbDraft, context: AssembleContext): void {
  const { target } = run.settings;
  if (target) {
    const message = `limited to ${target.value} operations/s: the throughput is what was asked for`;
    context.note('ycsb:TARGET', file, message, target.line);
  }
  noteZeroThroughput(file, run.throughput, context);
}

/**
 * What must be equal for a fair comparison: `workloada, run, 100000 records, limited to 5000/s`. Threads are a separate field. The clients of Java and Go measure differently, so go-ycsb is named. How many operations were asked for is
 * not in it. Where no line says the workload or the phase, the name of the file may.
 *
 * @param file path of the log within the upload
 */
function workloadOf({ tool, settings }: YcsbRun, file: string): Workload {
  const named = settingsOfName(baseName(file));
  const words = [
    settings.workload ?? named.workload,
    settings.phase ?? named.phase,
    settings.records === null ? null : `${settings.records} records`,
    settings.target === null ? null : `limited to ${settings.target.value}/s`,
    tool === 'YCSB' ? null : tool,
  ].filter((word) => word !== null);
  return {
    ...UNKNOWN_WORKLOAD,
    clients: settings.threads,
    label: words.length > 0 ? words.join(', ') : null,
  };
}

/**
 * Logs of HdrHistogram, which YCSB writes for each operation with `hdrhistogram.fileoutput`: compressed histograms in
 * base64. The percentiles of the whole run are in the rows that YCSB prints, which are read instead.
 * Format: HistogramLogWriter of github.com/HdrHistogram/HdrHistogram.
 */
const hdrLog: LogParser = {
  kind: 'hdr-histogram-log',
  about: 'log of HdrHistogram: `#[Histogram log format version 1.3]`',
  score: ({ head, name }) => scoreOf(CONTENT.test(head), name.endsWith('.hdr'), 0.3),
  open: null,
};

const CONTENT = /^#\[(?:Logging for: |Histogram log format version \d)|^"StartTimestamp","Interval_Length"/m;

/** YCSB: the Java client since 0.1 and ports that print as it does, and go-ycsb. */
export const ycsbFormat: FormatFamily = {
  ...about,
  parsers: [ycsb, goYcsb, hdrLog],
  assembler: ycsbAssembler,
};

type YcsbDraft = RunDraft<YcsbRun>;

const UNIT = 'operations/s';

/** The result of all operations together, and one for each kind of operation. */
function buildResults(draft: YcsbDraft, hardware: Hardware): NormalizedResult[] {
  const kinds = draft.run.operations.filter(({ name }) => testOf(name) !== OVERALL_TEST);
  return [buildOverall(draft, hardware), ...kinds.map((operation) => buildKind(draft, operation))];
}

function buildOverall(draft: YcsbDraft, { device, cores, isWhole }: Hardware): NormalizedResult {
  const { file, run } = draft;
  const measurements = new Measurements();
  const throughput = addThroughput(measurements, draft);
  measurements.from(file)('elapsed', run.runTimeS);
  addSeconds(measurements, file, run.seconds.figures());
  const total = run.operations.find(({ name }) => testOf(name) === OVERALL_TEST);
  if (total) addOperation(measurements, file, total);
  addErrors(measurements, draft);
  const status = throughput === null || isRunFailed(run.operations) ? 'failed' : 'ok';
  const q = status === 'ok' ? throughput : null;
  const used = addHost(measurements, draft.host, { device, cores, isWhole, q });
  return newResult({ ...baseOf(draft), test: OVERALL_TEST, status, device: used, measurements });
}

/** As printed; of go-ycsb without a row `TOTAL` the operations that succeeded / time of the run. */
function addThroughput(measurements: Measurements, { file, run }: YcsbDraft): number | null {
  if (run.throughput) {
    measurements.from(file)('throughput', run.throughput, UNIT);
    return run.throughput.value;
  }
  const { tool, runTimeS } = run;
  if (tool !== 'go-ycsb' || !runTimeS || runTimeS.value <= 0) return null;
  const counts = countedOperations(run.operations).flatMap(({ count }) => count ?? []);
  if (counts.length === 0) return null;
  const value = counts.reduce((sum, count) => sum + count.value, 0) / runTimeS.value;
  const lines = [runTimeS.line, ...counts.map(({ line }) => line)];
  const at = { file, line: Math.min(...lines), lineEnd: Math.max(...lines), unit: UNIT };
  measurements.computed('throughput', value, { ...at, formula: 'operations_by_run_time' });
  return value;
}

function addErrors(measurements: Measurements, { file, run }: YcsbDraft): void {
  const outcomes = countedOperations(run.operations).map((operation) => outcomeOf(operation, run));
  const known = outcomes.filter((outcome) => outcome !== null);
  const failing = known.filter(({ failed }) => failed > 0);
  // Without the outcome of each kind only failures are known, not that there were none.
  if (known.length === 0 || (failing.length === 0 && known.length < outcomes.length)) return;
  const shown = failing.length > 0 ? failing : known;
  const line = Math.min(...shown.map((each) => each.line));
  const lineEnd = Math.max(...shown.map((each) => each.lineEnd));
  const failed = known.reduce((sum, each) => sum + each.failed, 0);
  measurements.computed('errors', failed, { file, line, lineEnd, formula: 'failed_operations' });
  const succeeded = countedOperations(run.operations).map(
    (operation, index) => outcomes[index]?.succeeded ?? attemptsOf(operation),
  );
  if (succeeded.includes(null)) return;
  const done = succeeded.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  measurements.computed('operations', done, { file, line, lineEnd, formula: 'successful_operations' });
}

function buildKind(draft: YcsbDraft, operation: Operation): NormalizedResult {
  const { file } = draft;
  const measurements = new Measurements();
  addOperation(measurements, file, operation);
  const outcome = outcomeOf(operation, draft.run);
  if (outcome) {
    const { failed, succeeded, line, lineEnd } = outcome;
    const at = { file, line, lineEnd };
    if (line === lineEnd && failed > 0) measurements.reported('errors', failed, at);
    else measurements.computed('errors', failed, { ...at, formula: 'failed_operations' });
    // The first versions count those that failed in their operations too.
    if (succeeded !== null && succeeded !== operation.count?.value)
      measurements.computed('operations', succeeded, { ...at, formula: 'successful_operations' });
  }
  const status = isMostlyFailed(operation) ? 'failed' : 'ok';
  return newResult({ ...baseOf(draft), test: testOf(operation.name), status, measurements });
}

function addOperation(measurements: Measurements, file: string, operation: Operation): void {
  const { throughput, count, latencies } = operation;
  const add = measurements.from(file);
  add('throughput', throughput, UNIT);
  add('operations', count);
  for (const [metric, at] of latencies) add(metric, at);
}

function baseOf({ run: { version, tool, settings } }: YcsbDraft) {
  const { threads: clients, command } = settings;
  return { unit: UNIT, clients, command, tool: version === null ? tool : `${tool} ${version}` };
}
