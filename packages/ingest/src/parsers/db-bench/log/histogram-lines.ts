import { numberLine } from '../../number-line';

const NUMBER = String.raw`(\d{1,20}(?:\.\d{1,10})?)`;
/** `Min: 0  Median: 0.5924  Max: 58917` */
const MIN_MAX = numberLine(
  new RegExp(`^Min: ${NUMBER} +Median: ${NUMBER.replace('(', '(?:')} +Max: ${NUMBER}$`),
  ['latency_min', 'latency_max'],
  'us',
);
/** Java: `Min: 320.0000  Max:873116.0000` */
const JAVA_MIN_MAX = numberLine(
  new RegExp(`^Min: ${NUMBER} +Max: {0,4}${NUMBER}$`),
  ['latency_min', 'latency_max'],
  'us',
);
/** `Percentiles: P50: 0.59 P75: 0.89 P99: 16.33 P99.9: 33.96 P99.99: 206.52` */
const PERCENTILES = numberLine(
  new RegExp(
    `^Percentiles: P50: ${NUMBER} P75: ${NUMBER} P99: ${NUMBER} P99\\.9: ${NUMBER} P99\\.99: ${NUMBER}$`,
  ),
  ['latency_p50', 'latency_p75', 'latency_p99', 'latency_p999', 'latency_p9999'],
  'us',
);

/** `Microseconds per read:`: the histogram of the operations of the test above it. */
export const OPERATION_HEADING = /^Microseconds per (\w{1,30}):$/;
/** `** Level 0 read latency histogram (micros):` */
export const LEVEL_HEADING = /^\*\* (Level \d{1,3} read latency) histogram \(micros\):$/;
/** `Count: 20598 Average: 1.0258  StdDev: 2.68` */
export const COUNT_LINE = /^Count: (\d{1,20}) Average: (\d{1,20}(?:\.\d{1,10})?) +StdDev: \d/;
/** `(       1,       2 ]    16159  80.795%  80.795% ####`; the first one starts with `[`. */
export const BUCKET = /^[([] *\d+, +(\d{1,20}) \] +(\d{1,20}) +\d/;

/** Lines with latencies of a histogram. */
export const HISTOGRAM_LINES = [MIN_MAX, JAVA_MIN_MAX, PERCENTILES];

export function readHistogramLine(text: string, line: number) {
  return HISTOGRAM_LINES.flatMap((each) => each.read(text, line));
}

/** Microseconds as seconds, the decimal point moved in text: 16.33 → 0.00001633. */
export function microsToSeconds(text: string): number {
  return Number(`${text}e-6`);
}
