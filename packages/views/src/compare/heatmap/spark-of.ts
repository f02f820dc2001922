/** Height of the drawing in its own units; its width is one unit per column. The row is 24 px high. */
export const SPARK_HEIGHT = 24;
const PADDING = 2;

export interface Spark {
  /** Lines as SVG path data, one subpath for each stretch without a gap. */
  path: string;
  /** Columns minus one. */
  width: number;
}

/**
 * Throughput over the columns, from zero. A missing value is a gap, never zero. Steps are relative and whole: with
 * 60 columns and 33 tests these lines are a tenth of the page.
 *
 * @returns null with fewer than two values: a point is not a line
 */
export function sparkOf(values: readonly (number | null)[]): Spark | null {
  const largest = Math.max(0, ...values.map((value) => value ?? 0));
  const recorded = values.filter((value) => value !== null).length;
  if (largest === 0 || recorded < 2) return null;
  const room = SPARK_HEIGHT - 2 * PADDING;
  let path = '';
  let before: number | null = null;
  for (const [x, value] of values.entries()) {
    const y = value === null ? null : Math.round(SPARK_HEIGHT - PADDING - (value / largest) * room);
    if (y !== null) path += before === null ? `M${x} ${y}h0` : `l1 ${y - before}`;
    before = y;
  }
  return { path, width: values.length - 1 };
}
