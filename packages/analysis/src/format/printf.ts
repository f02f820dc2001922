/**
 * printf's `%.<decimals>f`. Unlike `toFixed`, an exact tie goes to the even digit (0.125 → "0.12"), as awk prints
 * it: published tables are printed by awk, and QPS of xx.50 are exact ties.
 */
export function toPrintfFixed(value: number, decimals: number): string {
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

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
