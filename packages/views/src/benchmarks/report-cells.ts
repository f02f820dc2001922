import {
  type CellStatus,
  formatRatio,
  isChange,
  isWorse,
  type Level,
  MISSING,
  NEUTRAL,
  NO_VALUE,
  toSignificant,
  verdictLevel,
} from '@basecase/analysis';
import { type Direction, type MetricId, metricOf } from '@basecase/ingest/model';
import { relative } from '../results/relative';
import type { ReportCell } from './report-model';

/** Below this two decimals are one digit or none. */
const SMALL_RATIO = 0.1;

/** The note at a number that must not be compared. */
const STATUS_NOTES: Readonly<Partial<Record<CellStatus, string>>> = {
  sla_failed: 'SLA failed',
  failed: 'failed',
  bad_run: 'bad run',
  doubtful: 'suspect',
};

/** A result's number and whether it may be compared. */
export interface Measured {
  value: number | null;
  status: CellStatus;
}

/** The absolute number; grey with the reason if it must not be compared. */
export function absoluteCell(
  { value, status }: Measured,
  text: string,
  reason = STATUS_NOTES[status] ?? '',
): ReportCell {
  if (value === null && status !== 'failed') return plainCell(NO_VALUE, 'v');
  const cell = plainCell(value === null ? NO_VALUE : text, reason === '' ? null : MISSING);
  return { ...cell, note: reason, value };
}

interface RatioRules {
  metric: MetricId;
  /** Ratio at or under which a throughput counts as slower. */
  threshold: number;
  isBase: boolean;
}

/** The number divided by the base's. A failed result is never divided and never a divisor. */
export function ratioCell(
  own: Measured,
  base: Measured,
  { metric, threshold, isBase }: RatioRules,
): ReportCell {
  const reason = STATUS_NOTES[own.status];
  if (reason !== undefined) return plainCell(reason, 'v');
  if (own.value === null || base.value === null || base.status !== 'ok') return plainCell(NO_VALUE, 'v');
  const value = relative(metric, own.value, base.value);
  if (isBase) return { ...plainCell(ratioText(value), null), value };
  // Nothing is so many times nothing that it could be judged.
  const isJudged = value !== null && value !== Infinity;
  const level = isJudged ? verdictLevel(value, metricOf(metric).direction, threshold) : NEUTRAL;
  return { ...plainCell(ratioText(value), level), mark: markOf(level, metricOf(metric).direction), value };
}

/** Two decimals. Latencies of devices are thousands apart: a small ratio gets two digits instead, 0.0017 and not 0.00. */
export function ratioText(value: number | null): string {
  if (value === null || value === 0 || value >= SMALL_RATIO) return formatRatio(value);
  return toSignificant(value, 2);
}

/** A number without a verdict. */
export function plainCell(text: string, level: Level | null = null): ReportCell {
  return { text, note: '', level, mark: null, bar: null, value: null };
}

/** The arrow shows where the number went, the colour whether that is good. */
export function markOf(level: Level, direction: Direction): ReportCell['mark'] {
  if (!isChange(level)) return null;
  const worse = isWorse(level);
  return worse === (direction === 'lower-is-better') ? 'up' : 'dn';
}
