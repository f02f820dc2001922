import { isOpenMetric, type MetricId, metricOf } from '../metric';
import { type OpenMetricId, openMetricId } from '../open-metric';
import { readUnit, type Unit, unitsLike } from './units';

/** Digits that a converted number keeps: 1800 µs are 1.8 ms, not 1.7999999999999998. */
const DIGITS = 15;

/**
 * Conversion of a number from one unit to another.
 *
 * @returns null where they count different things: `ms` and `rows`, `queries/s` and `B/s`
 */
export function unitConversion(from: string, to: string): ((value: number) => number) | null {
  if (from === to) return (value) => value;
  const [own, wanted] = [costOrUnit(from), costOrUnit(to)];
  if (own.base !== wanted.base) return null;
  if (own.factor === wanted.factor) return (value) => value;
  return (value) => Number(((value * own.factor) / wanted.factor).toPrecision(DIGITS));
}

/** The name that a metric shares with all units it converts to; a metric of the registry has one. */
export function metricInUnits(id: MetricId): MetricId[] {
  if (!isOpenMetric(id)) return [id];
  const { label, unit, direction } = metricOf(id);
  const others = unitsLike(readUnit(unit)).map((text) =>
    openMetricId({ name: label, unit: text, direction }),
  );
  return [...new Set<MetricId>([id, ...others])];
}

/** The same text for metrics that differ in nothing but a unit that can be converted. */
export function metricIdentity(id: OpenMetricId): string {
  const { label, unit, direction } = metricOf(id);
  return JSON.stringify([label, direction, readUnit(unit).base]);
}

const BY = ' by ';

/**
 * The unit of a throughput that is one by what is paid, with the name of what is paid: `operations/s by p99`.
 *
 * @param unit `operations/s`, or `1/KiB` of a test that is paid in bytes
 */
export function unitBy(unit: string, label: string): string {
  return `${unit}${BY}${label}`;
}

function costOrUnit(text: string): Pick<Unit, 'base' | 'factor'> {
  const end = text.indexOf(BY);
  if (end !== -1) {
    const { base, factor } = costOrUnit(text.slice(0, end));
    return { base: base + text.slice(end), factor };
  }
  if (!text.startsWith('1/')) return readUnit(text);
  const unit = readUnit(text);
  if (unit.kind === 'rate') return unit;
  const paid = readUnit(text.slice('1/'.length));
  return { base: `1/${paid.base}`, factor: 1 / paid.factor };
}
