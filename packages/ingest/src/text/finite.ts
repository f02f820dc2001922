/**
 * A number as a log prints it: digits with an optional decimal point. Anything else, or a value that is not finite,
 * is null: `nan`, `inf`, `12k` and 400 digits in a row are not measurements.
 */
export function toFinite(text: string | undefined): number | null {
  if (text === undefined || !/^-?\d+(?:\.\d*)?$|^-?\.\d+$/.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** A number as a dump prints it; null for text, and for what is too large for one. */
export function parseNumber(text: string): number | null {
  if (!/^[-+]?\d{1,40}(?:\.\d{0,40})?(?:e[-+]?\d{1,3})?$/i.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
