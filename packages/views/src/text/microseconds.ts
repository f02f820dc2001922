import { formatValue, toPrintfFixed } from '@basecase/analysis';

const PER_SECOND = 1e6;
/** Below this a tenth of a microsecond is worth a digit. */
const WITH_DECIMAL_BELOW = 100;

/** Seconds as microseconds without the unit: `55.6`, `10 828`. */
export function formatMicroseconds(seconds: number): string {
  const us = seconds * PER_SECOND;
  return us < WITH_DECIMAL_BELOW ? toPrintfFixed(us, 1) : formatValue(Math.round(us), 'throughput');
}
