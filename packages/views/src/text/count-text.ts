const THIN_SPACE = '\u202f';

/** 12345 → `12 345`, grouped as everywhere with a narrow space that does not break. */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
}

/**
 * `1 run`, `9 runs`, `2 heatmaps`.
 *
 * @param plural when it is not the noun with an s
 */
export function countText(count: number, noun: string, plural = `${noun}s`): string {
  return `${groupDigits(count)} ${count === 1 ? noun : plural}`;
}
