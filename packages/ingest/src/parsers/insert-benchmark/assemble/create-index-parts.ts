import path from 'node:path';
import { Measurements, newResult } from '../../../assemble/measurements';
import { naturalOrder } from '../../../model/natural-order';
import { type NormalizedResult, UNKNOWN_WORKLOAD, type Variant } from '../../../model/run';
import { type AssembleContext, type LocatedLog, logsOfType, newPart, type RunPart } from '../../family';
import type { IibenchLog } from '../client/iibench-log';
import { STEP_UNITS } from '../names';
import { type CreateIndexTable, millionRows } from '../tables/create-index-table';
import { clientFigures } from './client-figures';

const MILLION = 1e6;
const LOG_NAME = /^o\.ci\.(\d{1,7})m(?:\.gz)?$/;
/** `create all with explicit inplace`, `create one at a time with explicit inplace` */
const WORDS: readonly (readonly [form: string, words: RegExp])[] = [
  ['all', /^create all\b/],
  ['one', /^create one at a time\b/],
];

/** A load with the creation of its indexes: `o.ci.64m`. */
export function isCreateIndexLog({ path: file, log }: LocatedLog<IibenchLog>): boolean {
  return log.indexCreations.length > 0 || LOG_NAME.test(path.posix.basename(file));
}

/**
 * The study of index creation: a run for each setting (buffer, threads), a test for each number of rows, so that the
 * settings are side by side and show how the time grows: `l.i0.64m` is the load, `l.x.all.64m` and `l.x.one.64m`
 * create three indexes at once and one after the other. Throughput is indexed rows/s; the seconds are stored too.
 */
export function createIndexParts(
  files: readonly LocatedLog<IibenchLog>[],
  logs: readonly LocatedLog[],
  context: AssembleContext,
): RunPart[] {
  const parts = new Map<string, RunPart>();
  for (const file of [...files].sort((a, b) => naturalOrder(a.path, b.path))) {
    context.claim(file);
    const directory = path.posix.dirname(file.path);
    const label = directory === '.' ? context.rootLabel : path.posix.basename(directory);
    const part =
      parts.get(directory) ?? studyPart({ label, directory, variant: variantOfDirectory(directory, label) });
    parts.set(directory, part);
    part.results.push(...logResults(file));
  }
  const raw = [...parts.values()];
  const tables = logsOfType<CreateIndexTable>(logs, 'create-index-summary');
  return [...raw, ...tables.flatMap((table) => tableParts(table, raw, context))];
}

function logResults({ path: file, log }: LocatedLog<IibenchLog>): NormalizedResult[] {
  const rows = log.totals?.rows ?? null;
  const size =
    LOG_NAME.exec(path.posix.basename(file))?.[1] ?? (rows === null ? null : String(rows / MILLION));
  const suffix = size === null ? '' : `.${size}m`;
  const load = new Measurements();
  const figures = clientFigures([{ path: file, log }]);
  if (figures && log.totals) {
    const at = { file, line: log.totals.line };
    load.reported('throughput', log.totals.rowsPerS, { ...at, unit: STEP_UNITS.insert });
    load.reported('elapsed', log.totals.seconds, at);
    const times = log.responseTimes.insert;
    if (times) load.reported('latency_max', times.max, { file, line: times.line });
    const rates = log.rates.insert;
    const samples = { file, line: log.firstRowLine, lineEnd: log.last?.line ?? log.firstRowLine };
    if (rates) load.computed('rate_p50', rates.p50, { ...samples, formula: 'rate_p50' });
    if (rates) load.computed('rate_p99', rates.p99, { ...samples, formula: 'rate_p99' });
  }
  const status = log.totals ? 'ok' : 'failed';
  const results = [toResult([`l.i0${suffix}`, STEP_UNITS.insert], load, log, status)];
  for (const { seconds, words, line } of log.indexCreations) {
    const form = WORDS.find(([, pattern]) => pattern.test(words))?.[0];
    // The rows are those of the load: what is doubtful there is doubtful here.
    const at = { file, line, rowsLine: log.totals?.line ?? line };
    const measurements = createMeasurements({ rows, seconds }, at);
    const test = form === undefined ? `l.x${suffix}` : `l.x.${form}${suffix}`;
    results.push(toResult([test, STEP_UNITS.index], measurements, log));
  }
  return results;
}

function createMeasurements(
  { rows, seconds }: { rows: number | null; seconds: number },
  { file, line, rowsLine = line }: { file: string; line: number; rowsLine?: number },
): Measurements {
  const measurements = new Measurements();
  measurements.reported('elapsed', seconds, { file, line });
  if (rows === null || seconds === 0) return measurements;
  const at = { file, line: Math.min(line, rowsLine), lineEnd: Math.max(line, rowsLine) };
  const options = { ...at, formula: 'indexed_rows', unit: STEP_UNITS.index } as const;
  measurements.computed('throughput', rows / seconds, options);
  return measurements;
}

function toResult(
  [test, unit]: readonly [test: string, unit: string],
  measurements: Measurements,
  log: IibenchLog | null,
  status: 'ok' | 'failed' = 'ok',
): NormalizedResult {
  const [command, tool] = log ? [log.command, 'iibench'] : [null, null];
  return newResult({ test, status, unit, clients: 1, command, tool, measurements });
}

/** `o.all.byMem`: a run for each row, or what is missing of the run whose logs are here. */
function tableParts(
  table: LocatedLog<CreateIndexTable>,
  raw: readonly RunPart[],
  context: AssembleContext,
): RunPart[] {
  context.claim(table);
  const [, form, study = ''] = /^o\.(all|one)\.(.+)$/.exec(path.posix.basename(table.path)) ?? [];
  const directory = path.posix.dirname(table.path);
  return table.log.rows.map((row) => {
    const same = raw.find((part) => isOfSetting(part, { directory, study, setting: row.setting }));
    const config = study === '' ? row.setting : `${study}.${row.setting}`;
    const variant = same?.variant ?? { ...productOf(study), flavour: null, config };
    const part = studyPart({ label: same?.label ?? config, directory, variant });
    part.isSummary = true;
    row.seconds.forEach((seconds, index) => {
      // 0 means that the run did not finish.
      if (seconds === 0) return;
      const size = millionRows(index);
      const at = { file: table.path, line: row.line };
      const measurements = createMeasurements({ rows: size * MILLION, seconds }, at);
      const test = form === undefined ? `l.x.${size}m` : `l.x.${form}.${size}m`;
      part.results.push(toResult([test, STEP_UNITS.index], measurements, null));
    });
    return part;
  });
}

/** Row `64m` of `o.all.byMem` matches `in.byMem/r.1m.4t.64m`, row `4` of `byThr` is `4t`, `64m` of `rx` is `rx/r.rx.mcrs64m`. */
function isOfSetting(
  { directory: logs, label }: RunPart,
  { directory, study, setting }: { directory: string; study: string; setting: string },
): boolean {
  const parent = path.posix.dirname(logs);
  const name = path.posix.basename(parent);
  if (path.posix.dirname(parent) !== directory || (name !== study && !name.endsWith(`.${study}`)))
    return false;
  const words = label.split('.');
  if (/^\d+$/.test(setting)) return words.includes(`${setting}t`);
  return words.at(-1)?.replace(/^[a-z]+(?=\d)/, '') === setting;
}

/** Engine of the study: `in` is InnoDB, `rx` is MyRocks. Their versions are nowhere in the files. */
function productOf(name: string): Pick<Variant, 'product' | 'version' | 'versionKnown'> {
  const product = /^rx\b/.test(name) ? 'MyRocks' : 'MySQL';
  return { product, version: 'unknown', versionKnown: false };
}

/** `in.byMem/r.1m.4t.64m`, `rx/r.rx.mcrs64m`: settings are the config. */
function variantOfDirectory(directory: string, label: string): Variant {
  const parent = path.posix.basename(path.posix.dirname(directory));
  const config = label.replace(/^r\./, '').replace(/^rx\./, '');
  const isRocks = /^rx\b/.test(parent) || /^r\.rx\b/.test(label);
  return { ...productOf(isRocks ? 'rx' : parent), flavour: null, config };
}

function studyPart(part: Pick<RunPart, 'label' | 'directory' | 'variant'>): RunPart {
  const workload = { ...UNKNOWN_WORKLOAD, tables: 1, clients: 1, label: 'create index' };
  return newPart({ benchmark: 'insert-benchmark', ...part, workload });
}
