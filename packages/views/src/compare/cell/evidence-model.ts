import {
  countedResults,
  diffSettings,
  formatFrozen,
  formatRatio,
  formatValue,
  median,
  NO_VALUE,
  ratio,
  type SettingChange,
  stopDetailText,
} from '@basecase/analysis';
import type { CellEvidence, EvidenceMeasurement, EvidenceResult, LogExcerpt } from '@basecase/db/types';
import {
  type BenchmarkId,
  type BenchmarkModel,
  benchmarkModel,
  findQuotient,
  formulaWords,
  inMetricOrder,
  isFormulaName,
  isHostMean,
  LATENCIES,
  type MetricId,
  metricLabel,
  metricOf,
  perSecond,
  rateText,
} from '@basecase/ingest/model';

/** What the database knows of the open cell and of its base. */
export interface CellDetails {
  cell: CellEvidence;
  /** Null when the open cell is the base. */
  base: CellEvidence | null;
  /** Lines the throughput was read from; null for published figures, which have no log. */
  excerpt: LogExcerpt | null;
}

export type EvidenceModel = ReturnType<typeof evidenceModel>;

/** Where one number was read, or what it was computed from. */
export type SourceModel = ReturnType<typeof sourcesOf>[number];

const MS_PER_S = 1000;
/** Below this two decimals of a millisecond say nothing: an fsync of a fast disk takes 9 µs. */
const FINE_BELOW_MS = 0.1;

/** The evidence as the panel shows it: latency in ms, repeats with their spread, and where each number came from. */
export function evidenceModel({ cell, base }: CellDetails, benchmark: BenchmarkId) {
  const [first] = resultsOf(cell);
  const throughputs = valuesOf(cell, 'throughput');
  return {
    latencies: LATENCIES.flatMap((metric) => {
      const [own, ofBase] = [medianOf(cell, metric), base ? medianOf(base, metric) : null];
      if (own === null) return [];
      const shown = base ? ofBase : own;
      return [
        {
          label: metricOf(metric).label,
          own: inMs(own),
          base: inMs(shown),
          ratio: formatRatio(ratio(own, shown)),
        },
      ];
    }),
    repeats: cell.results.map((result) => ({
      name: `${result.repeat}`,
      throughput: formatValue(pick(result, 'throughput')?.value ?? null, 'throughput'),
      started: result.startedAt === null ? '' : result.startedAt.slice(0, 16).replace('T', ' '),
      status: statusOf(result),
    })),
    /** `(max - min) / median` over the repeats in percent; empty with fewer than two. */
    spread: spreadOf(throughputs),
    facts: factsOf(cell, first),
    sources: first
      ? sourcedMetrics(first).flatMap((metric) => sourcesOf(cell, { result: first, metric, benchmark }))
      : [],
    hasLogs: cell.results.some(({ measurements }) => measurements.some((m) => m.artifactId !== null)),
    hasNumbers: cell.results.some(({ measurements }) => measurements.length > 0),
    /** Where its log tells that it does not work; null where it works, or no log tells. */
    stop: stopOf(cell),
  };
}

/** The lines to show first: those that the throughput was read from; null for published figures. */
export function throughputLogLines(cell: CellEvidence) {
  const [first] = resultsOf(cell);
  const measurement = first && pick(first, 'throughput');
  return measurement ? linesOf(cell, first, measurement) : null;
}

/**
 * Everything that was measured, in the order of the registry; per-second means where nothing per operation has them.
 */
function sourcedMetrics({ measurements }: EvidenceResult): MetricId[] {
  const measured = new Set(measurements.map(({ metric }) => metric));
  const costs = [...measured].some(findQuotient);
  return inMetricOrder(measured).filter((metric) => !(costs && isHostMean(metric)));
}

function statusOf(result: EvidenceResult): string {
  const { status, isBad } = result;
  if (isBad) return 'bad run';
  if (status === 'ok') return isDoubtful(result, 'throughput') ? 'suspect' : '';
  return status;
}

/**
 * The results that the cell of the heatmap shows the median of, by its rule: warm-ups and failed repeats never count.
 */
function resultsOf({ results }: CellEvidence): EvidenceResult[] {
  const measured = results.filter(({ status }) => status !== 'warmup');
  const ofCell = countedResults(measured, (result) => isDoubtful(result, 'throughput')).results;
  const finished = ofCell.filter(({ status }) => status !== 'failed');
  return [...(finished.length > 0 ? finished : ofCell)];
}

function isDoubtful({ measurements }: EvidenceResult, metric: MetricId): boolean {
  return measurements.some((measurement) => measurement.metric === metric && measurement.doubt);
}

function valuesOf(evidence: CellEvidence, metric: MetricId): number[] {
  const results = resultsOf(evidence);
  // Doubtful values count only without others, as in the heatmap.
  const believed = results.filter((result) => !isDoubtful(result, metric));
  const numbers = (of: readonly EvidenceResult[]) =>
    of.flatMap((result) => pick(result, metric)?.value ?? []);
  return numbers(believed).length > 0 ? numbers(believed) : numbers(results);
}

function medianOf(evidence: CellEvidence, metric: MetricId): number | null {
  const values = valuesOf(evidence, metric);
  return values.length === 0 ? null : median(values);
}

/** Computed before reported, as in the heatmap. */
function pick({ measurements }: EvidenceResult, metric: MetricId): EvidenceMeasurement | undefined {
  const own = measurements.filter((measurement) => measurement.metric === metric);
  return own.find(({ source }) => source === 'computed') ?? own[0];
}

function inMs(seconds: number | null): string {
  if (seconds === null) return NO_VALUE;
  const ms = seconds * MS_PER_S;
  const decimals = ms < FINE_BELOW_MS ? 4 : 2;
  return formatFrozen(ms, decimals);
}

function percentOf(part: number): string {
  return `${formatFrozen(part * 100, 1)}%`;
}

function spreadOf(values: number[]): string {
  const middle = values.length < 2 ? 0 : (median(values) ?? 0);
  return middle === 0 ? '' : percentOf((Math.max(...values) - Math.min(...values)) / middle);
}

function factsOf(cell: CellEvidence, first: EvidenceResult | undefined) {
  const facts = [
    { label: 'Run', text: cell.column.label },
    { label: 'Tool', text: first?.tool ?? '' },
    { label: 'Device', text: first?.device ?? '' },
    { label: 'Command', text: first?.command ?? '' },
  ];
  return facts.filter(({ text }) => text !== '');
}

function sourcesOf(
  cell: CellEvidence,
  { result, metric, benchmark }: { result: EvidenceResult; metric: MetricId; benchmark: BenchmarkId },
) {
  return result.measurements
    .filter((measurement) => measurement.metric === metric)
    .map((measurement) => ({
      key: `${metric}-${measurement.source}`,
      label: metricLabel(benchmark, metric, metricOf(metric).label),
      value: formatValue(measurement.value, metric),
      how: measurement.source === 'reported' ? 'as reported' : howComputed(result, measurement, benchmark),
      file: measurement.file,
      lines: linesText(measurement),
      /** What to ask for to see the lines, and of JSON which value of them; null without a log. */
      excerpt: linesOf(cell, result, measurement),
      /** Why it is not believed, with the line of the number that contradicts it; null when nothing does. */
      doubt: doubtOf(measurement),
    }));
}

function stopOf({ stop }: CellEvidence) {
  if (!stop) return null;
  const { line, artifactId } = stop;
  return {
    text: `The test ${stopDetailText(stop)}`,
    lines: line === null ? '' : `line ${line}`,
    excerpt: artifactId === null || line === null ? null : { artifactId, line, lineEnd: line },
  };
}

function doubtOf({ doubt }: EvidenceMeasurement) {
  if (!doubt) return null;
  const { message, line, artifactId } = doubt;
  return {
    text: `Suspect: ${message}`,
    lines: line === null ? '' : `line ${line}`,
    excerpt: artifactId === null || line === null ? null : { artifactId, line, lineEnd: line },
  };
}

/** The formula with its numbers where these give the value, else in words. */
function howComputed(
  result: EvidenceResult,
  { metric, formula, value }: EvidenceMeasurement,
  benchmark: BenchmarkId,
): string {
  const model = benchmarkModel(benchmark);
  const quotient = findQuotient(metric);
  const above = quotient && pick(result, quotient.numerator);
  const rate = result.measurements
    .filter((measured) => measured.metric === 'throughput' || measured.metric === quotient?.denominator)
    .map((measured) => toRate(measured, model))
    .find(({ perS }) => above !== undefined && isSame(above.value / perS, value));
  if (!quotient || !above || !rate) {
    if (formula === null) return metricOf(metric).description;
    // Else a formula of basecase.json.
    return isFormulaName(formula) ? formulaWords(formula, model) : formula;
  }
  const { numerator } = quotient;
  return `mean ${metricOf(numerator).label} / ${rate.name} = ${formatValue(above.value, numerator)} / ${rate.text}`;
}

/** A rate as a formula divides by it: its name and value as text. */
function toRate({ metric, value, unit }: EvidenceMeasurement, model: BenchmarkModel) {
  const text = formatValue(value, metric);
  if (metric !== 'throughput') return { perS: value, name: metricOf(metric).label, text };
  // The label names one unit: scans of sysbench are counted in Krows/s, which is not QPS.
  const name = unit === '' || unit === model.throughputUnit ? model.throughputLabel : unit;
  return { perS: perSecond(model, value), name: rateText(model, name), text: rateText(model, text) };
}

/** Equal but for the last digits of a double. */
function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.abs(b);
}

function linesText({ line, lineEnd }: EvidenceMeasurement): string {
  if (line === null) return '';
  return lineEnd === null || lineEnd === line ? `line ${line}` : `lines ${line}–${lineEnd}`;
}

function linesOf(
  { test, column }: CellEvidence,
  { repeat }: EvidenceResult,
  { artifactId, line, lineEnd, metric, value, source }: EvidenceMeasurement,
) {
  if (artifactId === null || line === null) return null;
  const { version, config } = column;
  const number = { test, version, config, repeat, metric, value, source };
  return { artifactId, line, lineEnd: lineEnd ?? line, number };
}

export interface ConfigDiffModel {
  /** One sentence about the two configurations; always there. */
  sentence: string;
  rows: { name: string; kind: SettingChange['kind']; own: string; base: string }[];
}

/** Settings of the open cell's configuration that differ from those of the base. */
export function configDiffModel(cell: CellEvidence, base: CellEvidence | null): ConfigDiffModel | null {
  if (!base) return null;
  const names = [cell.column.config, base.column.config];
  const [own, other] = names;
  if (own === null && other === null) return { sentence: 'The config of neither column is known.', rows: [] };
  const isOne = own === other && cell.column.product === base.column.product;
  if (isOne) return { sentence: `Both columns ran with the config ${own}.`, rows: [] };
  const [ownText, baseText] = [cell.configText, base.configText];
  if (ownText === null || baseText === null) {
    const missing = [ownText === null ? own : null, baseText === null ? other : null].filter(Boolean);
    const who = missing.length > 0 ? missing.join(' and ') : 'one of them';
    return {
      sentence: `${own ?? 'no config'} against ${other ?? 'no config'}: the text of ${who} is not stored, so they cannot be compared. Upload conf.diff or the config file to compare them.`,
      rows: [],
    };
  }
  const { changes, same } = diffSettings(baseText, ownText);
  const equal = `${same} ${same === 1 ? 'setting is' : 'settings are'} equal`;
  return {
    sentence:
      changes.length === 0
        ? `${own} and ${other} have different names but the same settings.`
        : `${own} against ${other}: ${changes.length} ${changes.length === 1 ? 'setting differs' : 'settings differ'}, ${equal}.`,
    rows: changes.map(({ name, kind, before, after }) => ({
      name,
      kind,
      own: after ?? NO_VALUE,
      base: before ?? NO_VALUE,
    })),
  };
}
