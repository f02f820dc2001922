import { MAX_RESULTS } from '../../../limits';
import { type KnownMetricId, METRIC_IDS, METRICS, type MetricId } from '../../../model/metric';
import type { Direction } from '../../../model/metric-entry';
import { BETTER, openMetricId, readOpenMetric } from '../../../model/open-metric';
import { inferDirection } from '../../../model/words/direction';
import { readUnit, type Unit } from '../../../model/words/units';
import type { AssembleContext, LocatedLog } from '../../family';
import type { ReadRow, RowKind } from '../reading/row-store';
import type { ResultsLog } from '../results-log';
import type { ResultsHead, SaidOfRun } from '../schema/results-schema';

/** Custom metrics per file: each one is a choice on a page. */
const MAX_METRICS = 100;

/** Reported with the first result that is left out. */
export const TOO_MANY_RESULTS = `more than ${MAX_RESULTS} results in one upload; the rest is not read: send it as a separate upload with the same head`;

/** A result whose metric is understood. */
export interface PlacedRow {
  file: string;
  head: ResultsHead;
  row: ReadRow;
  /** What it says of its run. */
  said: SaidOfRun;
  measured: RowMetric;
  /** True where the file calls it the throughput. */
  isThroughput: boolean;
}

/**
 * The results of a file with their metrics, gone through as often as needed: none of them is held. Results without a place are
 * reported once.
 */
export class PlacedRows implements Iterable<PlacedRow> {
  readonly #located: LocatedLog<ResultsLog>;
  readonly #metrics = new RowMetrics();
  readonly #known = new Set<string>();
  /** Results that are read; those behind them are more than the upload may have. */
  readonly #count: number;

  constructor(located: LocatedLog<ResultsLog>, context: AssembleContext) {
    this.#located = located;
    const { parts } = located.log;
    this.#count = context.roomForResults(parts.reduce((sum, { rows }) => sum + rows.length, 0));
    this.#look(context);
  }

  *[Symbol.iterator](): Generator<PlacedRow> {
    const { path: file } = this.#located;
    for (const { head, row, said, kind } of this.#rows()) {
      if (!hasValue(row)) continue;
      const measured = this.#metrics.read(kind);
      if (!this.#known.has(measured.metric)) continue;
      yield { file, head, row, said, measured, isThroughput: isThroughputName(row.metric) };
    }
  }

  /** Tests that failed. */
  *failed(): Generator<SaidRow> {
    if (this.#located.log.parts.every(({ rows }) => rows.errors.size === 0)) return;
    for (const each of this.#rows()) if (each.row.error !== undefined) yield each;
  }

  *#rows(note?: (line: number) => void): Generator<SaidRow> {
    let count = 0;
    for (const { head, rows } of this.#located.log.parts) {
      for (const { row, said, kind } of rows.withRuns()) {
        if (count >= this.#count) {
          note?.(row.line);
          return;
        }
        count += 1;
        yield { head, row, said, kind };
      }
    }
  }

  #look(context: AssembleContext): void {
    const { path: file } = this.#located;
    const missing = new Map<string, { count: number; line: number }>();
    const noteRest = (line: number) => context.note('results-json:TOO_MANY', file, TOO_MANY_RESULTS, line);
    for (const { row, kind } of this.#rows(noteRest)) {
      if (hasValue(row)) this.#meet(row, kind, context);
      else if (row.error === undefined) count(missing, row);
    }
    for (const [metric, { count: times, line }] of missing) {
      const message = `${metric}: ${times} ${times === 1 ? 'result has' : 'results have'} null in place of a value`;
      context.note('METRIC_MISSING', file, message, { line, severity: 'info' });
    }
  }

  /** The first result of a metric decides what later ones are converted to. */
  #meet(row: ReadRow, kind: RowKind, context: AssembleContext): void {
    const { path: file } = this.#located;
    const measured = this.#metrics.read(kind);
    if (this.#known.has(measured.metric)) return;
    if (this.#known.size >= MAX_METRICS) {
      const message = `${row.metric}: more than ${MAX_METRICS} metrics in one file; left out`;
      context.note('results-json:TOO_MANY', file, message, row.line);
      return;
    }
    this.#known.add(measured.metric);
    if (measured.isInferred) noteDirection(file, row, measured, context);
  }
}

interface SaidRow extends Pick<PlacedRow, 'head' | 'row' | 'said'> {
  /** One object for all rows of its test and metric. */
  kind: RowKind;
}

function hasValue({ value }: ReadRow): boolean {
  return value !== undefined && value !== null;
}

function count(missing: Map<string, { count: number; line: number }>, { metric, line }: ReadRow): void {
  const known = missing.get(metric);
  missing.set(metric, { count: (known?.count ?? 0) + 1, line: known?.line ?? line });
}

const SAYS = {
  'higher-is-better': 'more is better',
  'lower-is-better': 'less is better',
  none: 'neither more nor less is better',
};

function noteDirection(
  file: string,
  { metric, line }: ReadRow,
  { direction }: RowMetric,
  context: AssembleContext,
): void {
  const message = `${metric}: taken as "${SAYS[direction]}"; set it with "better"`;
  context.note('results-json:DIRECTION_INFERRED', file, message, { line, severity: 'info' });
}

/** What a result measures: a metric, and how its value is stored. */
interface RowMetric {
  metric: MetricId;
  unit: Unit;
  direction: Direction;
  /** True where neither the file nor the registry says the direction. */
  isInferred: boolean;
  /** Printed value × factor = stored value. */
  factor: number;
}

const byName = new Map<string, KnownMetricId>(
  METRIC_IDS.flatMap((id) => [
    [METRICS[id].label.toLowerCase(), id],
    [id, id],
  ]),
);

/**
 * Metrics of one file by name, with units made equal: the first result of a metric says its unit, and later ones in `µs` are
 * converted where it is `ms`; in a unit of another kind it is another metric. A name that the registry has, in a unit that can
 * be converted to the registry's, is that metric; anything else is a metric of the tool's own.
 */
class RowMetrics {
  readonly #units = new Map<string, Unit>();
  readonly #directions = new Map<string, Direction>();
  /** Equal rows share one reading: a file has a million rows and a few metrics. */
  readonly #read = new Map<string, RowMetric>();
  readonly #byKind = new Map<RowKind, RowMetric>();

  read(kind: RowKind): RowMetric {
    const found = this.#byKind.get(kind) ?? this.#readOnce(kind);
    this.#byKind.set(kind, found);
    return found;
  }

  #readOnce(row: RowKind): RowMetric {
    const { test, metric, unit, better } = row;
    const ofTest = isThroughputName(metric) ? `${test}:` : ':';
    // No unit holds a colon, nor does a name of the throughput.
    const key = `${better ?? ''}:${unit ?? '?:'}:${ofTest.length > 1}:${ofTest}${metric}`;
    const known = this.#read.get(key);
    if (known) return known;
    const found = this.#understand(row);
    this.#read.set(key, found);
    return found;
  }

  #understand({
    test,
    metric: name,
    unit: spelledAs,
    better,
  }: Pick<ReadRow, 'test' | 'metric' | 'unit' | 'better'>): RowMetric {
    const open = readOpenMetric(name);
    const spelled = spelledAs ?? open?.unit;
    const known = knownMetric(name, spelled, better);
    if (known) return known;
    const label = open?.label ?? name;
    const unit = readUnit(spelled ?? '');
    // Each test has its own throughput: queries of one, rows of another.
    const key = JSON.stringify([label, unit.base, isThroughputName(label) ? test : null]);
    const first = this.#units.get(key) ?? unit;
    this.#units.set(key, first);
    const said = better ? BETTER[better] : (open?.direction ?? this.#directions.get(key));
    const wanted = said ?? (isThroughputName(label) ? 'higher-is-better' : undefined);
    const direction = wanted ?? inferDirection(label, unit);
    this.#directions.set(key, this.#directions.get(key) ?? direction);
    const id = openMetricId({ name: label, unit: first.text, direction });
    // As printed where it is printed so: 0.1 × 1 is 0.1, 0.1 × 0.001 / 0.001 is not.
    const factor = first.text === unit.text ? 1 : unit.factor / first.factor;
    return { metric: id, unit: first, direction, isInferred: wanted === undefined, factor };
  }
}

function knownMetric(name: string, unit: string | undefined, better: ReadRow['better']): RowMetric | null {
  const id = byName.get(name) ?? byName.get(name.toLowerCase());
  // The throughput is in the unit of its test.
  if (id === undefined || id === 'throughput') return null;
  const { unit: stored, direction } = METRICS[id];
  if (better && BETTER[better] !== direction) return null;
  const own = readUnit(stored);
  const read = unit === undefined ? own : readUnit(unit);
  if (read.base !== own.base) return null;
  return { metric: id, unit: own, direction, isInferred: false, factor: read.factor / own.factor };
}

/** True for the name that the main number of a test may have: it is the throughput then, whatever stands before it. */
function isThroughputName(name: string): boolean {
  return byName.get(name.toLowerCase()) === 'throughput';
}
