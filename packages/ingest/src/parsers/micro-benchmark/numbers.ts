const NUMBER = /^[-+]?\d{1,40}(?:\.\d{0,40})?(?:e[-+]?\d{1,3})?$/i;

/** A number as Go and Java print it; null for text, and for what is too large for one. */
export function parseNumber(text: string): number | null {
  if (!NUMBER.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
