import { isOpenMetric, type MetricId, metricOf } from '@basecase/ingest/model';
import { toPrintfFixed, toSignificant } from './printf';

/** Text of a missing value: an en dash, never 0. */
export const NO_VALUE = '–';

const CPU_US_DIGITS = 3;
/** Rates below it have decimals. */
const SLOW_RATE = 10;
const SLOW_DIGITS = 3;
/** For values of unknown size. */
const OPEN_DIGITS = 4;
const THIN_SPACE = '\u202f';

/** Ratios under it have two digits that count instead of two decimals: 0.0049 is not 0.00. */
const SMALL_RATIO = 0.01;

/** Two decimals, 0.0049 under 0.01; `inf` for x/0, an en dash for no ratio. */
export function formatRatio(ratio: number | null): string {
  if (ratio === null) return NO_VALUE;
  if (ratio === Infinity) return 'inf';
  return isSmallRatio(ratio) ? toSignificant(ratio, 2) : toPrintfFixed(ratio, 2);
}

/** With so many decimals; with two digits that count where all of these would be 0: 0.0049, not 0.00. */
export function formatFixed(value: number, decimals: number): string {
  return notZero(value, toPrintfFixed(value, decimals));
}

/** The same with exact ties as frozen views have always printed them: 0.125 as 0.13, where printf says 0.12. */
export function formatFrozen(value: number, decimals: number): string {
  return notZero(value, value.toFixed(decimals));
}

function notZero(value: number, text: string): string {
  return value !== 0 && Number(text) === 0 ? toSignificant(value, 2) : text;
}

/**
 * The ratios of a row as texts. Those that would read the same and are judged differently have one digit more where that
 * tells them apart: 0.947 slower and 0.952 unclear, not 0.95 and 0.95.
 *
 * @param verdicts in words, one for each of `ratios`; null where nothing judged
 */
export function formatRatioRow(
  ratios: readonly (number | null)[],
  verdicts: readonly (string | null)[],
): string[] {
  const texts = ratios.map(formatRatio);
  const alike = new Map<string, { verdicts: Set<string>; fine: Set<string> }>();
  // One pass: the heatmap does this for every row at every change of the base.
  for (const [index, text] of texts.entries()) {
    const [ratio, verdict] = [ratios[index] ?? Infinity, verdicts[index] ?? null];
    if (verdict === null || ratio === Infinity) continue;
    const found = alike.get(text) ?? { verdicts: new Set(), fine: new Set() };
    alike.set(text, found);
    found.verdicts.add(verdict);
    found.fine.add(fineRatio(ratio));
  }
  return texts.map((text, index) => {
    const found = alike.get(text);
    const isApart = found !== undefined && found.verdicts.size > 1 && found.fine.size > 1;
    return isApart && verdicts[index] != null ? fineRatio(ratios[index] ?? 0) : text;
  });
}

/** One digit more than `formatRatio`. */
function fineRatio(ratio: number): string {
  return isSmallRatio(ratio) ? toSignificant(ratio, 3) : toPrintfFixed(ratio, 3);
}

function isSmallRatio(ratio: number): boolean {
  return ratio !== 0 && Math.abs(ratio) < SMALL_RATIO;
}

/**
 * An absolute value for the screen, in the unit of `shownUnit` and without it: decimals of the metric registry,
 * integers in groups of three with narrow no-break spaces, CPU µs per operation with 3 significant digits, metrics of
 * the open format with 4, rates under 10 with 3.
 */
export function formatValue(value: number | null, metric: MetricId): string {
  if (value === null) return NO_VALUE;
  if (metric === 'cpu_us_per_op') return withSignificantDigits(value, CPU_US_DIGITS);
  if (isOpenMetric(metric)) return withSignificantDigits(value, OPEN_DIGITS);
  if (metric === 'throughput' && isSlow(value)) return withSignificantDigits(value, SLOW_DIGITS);
  const { decimals, factor } = metricOf(metric).shown ?? { ...metricOf(metric), factor: 1 };
  const text = formatFixed(value * factor, decimals);
  return decimals === 0 && Number.isInteger(Number(text)) ? groupThousands(text) : text;
}

/** True for a rate whose whole operations say too little: a query that takes a second, 1.87 a second. */
export function isSlow(rate: number): boolean {
  return Math.abs(rate) < SLOW_RATE && !Number.isInteger(rate);
}

/** Unit that `formatValue` shows a metric in: MB/s where bytes per second are stored. */
export function shownUnit(metric: MetricId): string {
  return metricOf(metric).shown?.unit ?? metricOf(metric).unit;
}

function withSignificantDigits(value: number, digits: number): string {
  return groupThousands(toSignificant(value, digits));
}

function groupThousands(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
