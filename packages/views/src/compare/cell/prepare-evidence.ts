import { formatRatio, formatValue, median, NO_VALUE, ratio } from '@basecase/analysis';
import type { CellEvidence, EvidenceMeasurement, EvidenceResult, LogExcerpt } from '@basecase/db/types';
import { METRIC_IDS, METRICS, type MetricId } from '@basecase/ingest/model';

/** What the database knows of the open cell and of its base. */
export interface CellDetails {
  cell: CellEvidence;
  /** Null when the open cell is the base. */
  base: CellEvidence | null;
  /** Lines the throughput was read from; null for published figures, which have no log. */
  excerpt: LogExcerpt | null;
}

export interface EvidenceModel {
  latencies: { label: string; own: string; base: string; ratio: string }[];
  repeats: { name: string; throughput: string; started: string; status: string }[];
  /** `(max - min) / median` over the repeats in percent; empty with fewer than two. */
  spread: string;
  facts: { label: string; text: string }[];
  sources: SourceModel[];
  hasLogs: boolean;
}

/** Where one number was read, or what it was computed from. */
export interface SourceModel {
  key: string;
  label: string;
  value: string;
  how: string;
  file: string | null;
  lines: string;
  /** What to ask for to see the lines; null without a log. */
  excerpt: { artifactId: string; line: number; lineEnd: number } | null;
}

const LATENCIES = [
  'latency_min',
  'latency_avg',
  'latency_p50',
  'latency_p75',
  'latency_p90',
  'latency_p95',
  'latency_p99',
  'latency_p999',
  'latency_p9999',
  'latency_max',
  'sync_latency_avg',
  'sync_latency_p50',
  'sync_latency_p95',
  'sync_latency_p99',
  'sync_latency_p999',
  'sync_latency_max',
] as const;
const MS_PER_S = 1000;
/** Below this two decimals of a millisecond say nothing: an fsync of a fast disk takes 9 µs. */
const FINE_BELOW_MS = 0.1;

/** Costs per operation and the mean over time that each is computed from. */
const NUMERATORS: Partial<Record<MetricId, MetricId>> = {
  cpu_per_op: 'cpu_percent',
  cs_per_op: 'cs_per_s',
  reads_per_op: 'reads_per_s',
  read_kb_per_op: 'read_kb_per_s',
  write_kb_per_op: 'write_kb_per_s',
};
/** Of the list of sources: what another number is computed from, and what the table of latencies shows. */
const NOT_SOURCED: ReadonlySet<MetricId> = new Set<MetricId>([
  'cpu_percent',
  'cs_per_s',
  'reads_per_s',
  'read_kb_per_s',
  'writes_per_s',
  'write_kb_per_s',
  'samples_vmstat',
  'samples_iostat',
]);

/** The evidence as the panel shows it: latency in ms, repeats with their spread, and where each number came from. */
export function prepareEvidence({ cell, base }: CellDetails): EvidenceModel {
  const [first] = cell.results;
  const throughputs = valuesOf(cell, 'throughput');
  return {
    latencies: LATENCIES.flatMap((metric) => {
      const [own, ofBase] = [medianOf(cell, metric), base ? medianOf(base, metric) : null];
      if (own === null) return [];
      const shown = base ? ofBase : own;
      return [
        {
          label: METRICS[metric].label,
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
      status: result.status === 'ok' ? '' : result.status,
    })),
    spread: spreadOf(throughputs),
    facts: factsOf(cell, first),
    sources: first ? sourcedMetrics(first).flatMap((metric) => sourcesOf(first, metric)) : [],
    hasLogs: cell.results.some(({ measurements }) => measurements.some((m) => m.artifactId !== null)),
  };
}

/** The lines to show first: those that the throughput was read from; null for published figures. */
export function throughputLines(cell: CellEvidence): SourceModel['excerpt'] {
  const [first] = cell.results;
  const measurement = first && pick(first, 'throughput');
  return measurement ? linesOf(measurement) : null;
}

/** Everything that was measured, in the order of the registry; per-second means where nothing per operation has them. */
function sourcedMetrics({ measurements }: EvidenceResult): MetricId[] {
  const measured = new Set(measurements.map(({ metric }) => metric));
  const costs = [...measured].some((metric) => NUMERATORS[metric]);
  return METRIC_IDS.filter((metric) => measured.has(metric) && !(costs && NOT_SOURCED.has(metric)));
}

function valuesOf(evidence: CellEvidence, metric: MetricId): number[] {
  return evidence.results.flatMap((result) => pick(result, metric)?.value ?? []);
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
  return ms.toFixed(ms < FINE_BELOW_MS ? 4 : 2);
}

function spreadOf(values: number[]): string {
  const middle = values.length < 2 ? 0 : (median(values) ?? 0);
  return middle === 0 ? '' : `${(((Math.max(...values) - Math.min(...values)) / middle) * 100).toFixed(1)}%`;
}

function factsOf(cell: CellEvidence, first: EvidenceResult | undefined): EvidenceModel['facts'] {
  const facts = [
    { label: 'Run', text: cell.column.label },
    { label: 'Tool', text: first?.tool ?? '' },
    { label: 'Device', text: first?.device ?? '' },
    { label: 'Command', text: first?.command ?? '' },
  ];
  return facts.filter(({ text }) => text !== '');
}

function sourcesOf(result: EvidenceResult, metric: MetricId): SourceModel[] {
  return result.measurements
    .filter((measurement) => measurement.metric === metric)
    .map((measurement) => ({
      key: `${metric}-${measurement.source}`,
      label: METRICS[metric].label,
      value: formatValue(measurement.value, metric),
      how: measurement.source === 'reported' ? 'as reported' : howComputed(result, measurement),
      file: measurement.file,
      lines: linesText(measurement),
      excerpt: linesOf(measurement),
    }));
}

/** The formula with its numbers where its inputs are stored too, else in words. */
function howComputed(result: EvidenceResult, { metric }: EvidenceMeasurement): string {
  const numerator = NUMERATORS[metric];
  const [above, below] = [numerator && pick(result, numerator), pick(result, 'throughput')];
  if (!numerator || !above || !below) return METRICS[metric].description;
  return `mean ${METRICS[numerator].label} / QPS = ${formatValue(above.value, numerator)} / ${formatValue(below.value, 'throughput')}`;
}

function linesText({ line, lineEnd }: EvidenceMeasurement): string {
  if (line === null) return '';
  return lineEnd === null || lineEnd === line ? `line ${line}` : `lines ${line}–${lineEnd}`;
}

function linesOf({ artifactId, line, lineEnd }: EvidenceMeasurement): SourceModel['excerpt'] {
  return artifactId === null || line === null ? null : { artifactId, line, lineEnd: lineEnd ?? line };
}
