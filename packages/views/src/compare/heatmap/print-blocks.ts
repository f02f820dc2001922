/**
 * Columns of a landscape page, A4 or letter, next to the name of the test: as many as leave room for the row summary,
 * and more without it.
 */
export const FITS_WITH_SUMMARY = 9;
export const FITS = 18;

export interface PrintBlock {
  /** Indexes of the columns; of a part of a table the base comes first. */
  columns: number[];
  /** Whether first bad, largest step and the costs are next to it. */
  withSummary: boolean;
}

/**
 * How a table that is wider than paper is broken: blocks that each repeat the base, all but the last about as wide.
 * The row summary is printed once, in the last block, which has the newest versions.
 *
 * @param count of the columns of the view
 * @param base index of the base
 * @returns one block for a table that fits as it is
 */
export function printBlocks(count: number, base: number): PrintBlock[] {
  const every = Array.from({ length: count }, (_, index) => index);
  if (count <= FITS_WITH_SUMMARY) return [{ columns: every, withSummary: true }];
  const others = every.filter((index) => index !== base);
  const newest = others.splice(-(FITS_WITH_SUMMARY - 1));
  const size = Math.ceil(others.length / Math.ceil(others.length / (FITS - 1)));
  const older = Array.from({ length: Math.ceil(others.length / size) }, (_, index) =>
    others.slice(index * size, (index + 1) * size),
  );
  return [
    ...older.map((columns) => ({ columns: [base, ...columns], withSummary: false })),
    { columns: [base, ...newest], withSummary: true },
  ];
}
