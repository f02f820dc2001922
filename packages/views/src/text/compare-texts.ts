/** Order of texts by their characters: for names that machines gave and ISO dates, many times faster than by locale. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
