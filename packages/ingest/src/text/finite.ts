/**
 * A number as a log prints it: digits with an optional decimal point. Anything else, or a value that is not finite,
 * is null: `nan`, `inf`, `12k` and 400 digits in a row are not measurements.
 */
export function toFinite(text: string | undefined): number | null {
  if (text === undefined || !/^-?\d+(?:\.\d*)?$|^-?\.\d+$/.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
