import { type KnownMetricId, METRIC_IDS, METRICS, type MetricId } from '../../../model/metric';
import type { Direction } from '../../../model/metric-entry';
import { openMetricId, readOpenMetric } from '../../../model/open-metric';
import { inferDirection } from '../../../model/words/direction';
import { readUnit, type Unit } from '../../../model/words/units';
import type { ReadRow } from '../reading/row-store';

/** What a result measures: a metric, and how its value is stored. */
export interface RowMetric {
  metric: MetricId;
  unit: Unit;
  direction: Direction;
  /** True where neither the file nor the registry says the direction. */
  isInferred: boolean;
  /** Printed value × factor = stored value. */
  factor: number;
}

const BETTER = { higher: 'higher-is-better', lower: 'lower-is-better', none: 'none' } as const;

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
export class RowMetrics {
  readonly #units = new Map<string, Unit>();
  readonly #directions = new Map<string, Direction>();
  /** Equal rows share one reading: a file has a million rows and a few metrics. */
  readonly #read = new Map<string, RowMetric>();

  read(row: Pick<ReadRow, 'test' | 'metric' | 'unit' | 'better'>): RowMetric {
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
export function isThroughputName(name: string): boolean {
  return byName.get(name.toLowerCase()) === 'throughput';
}
