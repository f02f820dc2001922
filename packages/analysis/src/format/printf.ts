/** More zeros can't be read; `toFixed` throws from 101 on. A number that asks for more is written as 1.0e-99. */
const MOST_DECIMALS = 20;

/**
 * printf's `%.<decimals>f`. Unlike `toFixed`, an exact tie goes to the even digit (0.125 → "0.12"), as awk prints
 * it: published tables are printed by awk, and QPS of xx.50 are exact ties.
 */
export function toPrintfFixed(value: number, decimals: number): string {
  if (decimals > MOST_DECIMALS) return value.toExponential(1);
  const text = value.toFixed(decimals);
  // Only odd multiples of 1/2^(decimals+1) are exact ties, and toFixed moves those away from zero.
  const isTie = Math.abs((value * 2 ** (decimals + 1)) % 2) === 1;
  if (!isTie || Number(text.at(-1)) % 2 === 0) return text;
  const even = Number(text) - Math.sign(value) * 10 ** -decimals;
  return even.toFixed(decimals);
}

/**
 * printf's `%.<digits>g` for values from 0.0001 up to 10^digits; trailing zeros go.
 * Outside of that the exponent form, e.g. `1e+06`.
 */
export function toPrintfGeneral(value: number, digits: number): string {
  if (value === 0) return '0';
  const [mantissa = '', exponentText = '0'] = value.toExponential(digits - 1).split('e');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= digits) {
    const sign = exponent < 0 ? '-' : '+';
    return `${trimZeros(mantissa)}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  return trimZeros(toPrintfFixed(value, digits - 1 - exponent));
}

/**
 * A number with so many significant digits: 0.0412, 2.31, 612, 12346. A number that needs more than eight decimals is written as
 * 1.00e-12. Any finite number has a text.
 */
export function toSignificant(value: number, digits: number): string {
  if (value === 0) return '0';
  const exponent = Number(value.toExponential(digits - 1).split('e')[1]);
  if (exponent < SMALL_EXPONENT) return value.toExponential(digits - 1);
  return toPrintfFixed(value, Math.max(0, digits - 1 - exponent));
}

/** From here on zeros would fill the column. */
const SMALL_EXPONENT = -6;

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
