/** Columns that fit next to the name of the test on landscape paper, A4 or letter, at a readable size. */
export const FITS = 15;

/** Indexes of columns by part: as few parts as fit, all about as wide. */
export function columnParts(count: number): number[][] {
  const every = Array.from({ length: count }, (_, index) => index);
  const size = Math.ceil(count / Math.ceil(count / FITS));
  return Array.from({ length: Math.ceil(count / size) }, (_, index) =>
    every.slice(index * size, (index + 1) * size),
  );
}
