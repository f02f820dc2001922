import { NO_VALUE } from '@basecase/analysis';
import { groupDigits } from '../../text/count-text';

const DIGITS = 3;
/** Under it numbers are written with an exponent: zeros would fill the column. */
const SMALLEST = 1e-5;

/** A count per operation with three significant digits: 0.0412, 2.31, 612, 12 345; a dash where there is none. */
export function counterNumber(value: number | null): string {
  if (value === null) return NO_VALUE;
  if (value === 0) return '0';
  if (value < SMALLEST) return value.toExponential(1);
  if (value >= 10 ** DIGITS) return groupDigits(Math.round(value));
  const decimals = Math.max(0, DIGITS - 1 - Math.floor(Math.log10(value)));
  const text = value.toFixed(decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
