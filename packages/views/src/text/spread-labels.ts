/** A tenth of a pixel is as much as is seen. */
export function tenth(px: number): number {
  return Math.round(px * 10) / 10;
}

/** Height of a line of text, in px. */
const LINE_HEIGHT = 16;

/**
 * Moves labels that would run into each other apart, in the order of their points; each stays as near to its own as the
 * others allow.
 *
 * @param labels with their heights and the place of their line, which decides between equal heights
 * @param bottom below which no label may lie; in the same unit as the heights, px
 * @returns the same labels from top to bottom
 */
export function spreadLabels<Label extends { y: number; index: number }>(
  labels: readonly Label[],
  bottom: number,
): Label[] {
  const sorted = labels.map((label) => ({ ...label })).sort((a, b) => a.y - b.y || a.index - b.index);
  let lowest = Number.NEGATIVE_INFINITY;
  for (const label of sorted) {
    label.y = Math.max(label.y, lowest + LINE_HEIGHT);
    lowest = label.y;
  }
  // What was pushed out of the plot at the bottom moves back up.
  let limit = bottom;
  for (const label of sorted.toReversed()) {
    label.y = Math.min(label.y, limit);
    limit = label.y - LINE_HEIGHT;
  }
  return sorted;
}
