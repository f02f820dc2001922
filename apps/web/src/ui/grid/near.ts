/**
 * Attribute of a row that is drawn as a whole, by the server or again: the style sheet of its table hides its cells
 * out of sight, because laying out and painting 2,000 cells takes longer than all scripts do. All of its cells appear
 * when its turn in the queue is reached.
 */
export const NEAR = 'data-near';

/** What a row holds back: the columns that fit on no usual screen, or, below the screen, everything but its name. */
export type Near = '' | 'below';

/**
 * Cells that such a row keeps where the window is at most so wide, in em of 16 px, the narrowest first: the name of
 * the row and the columns next to it. A wider window hides none. heatmap.css has the same widths; a test compares
 * them.
 */
export const NEAR_CELLS = [
  { widest: 91, cells: 19 },
  { widest: 125, cells: 25 },
] as const;

/** Rows of groups and of tests before those that are below a window of this height, in em. */
export const NEAR_ROWS = { highest: 60, rows: 28 } as const;

/** @returns cells that rows keep in a window of this width, which `fits` tells; all of them in a wider one */
export function nearCells(fits: (query: string) => boolean): number {
  const near = NEAR_CELLS.find(({ widest }) => fits(`(max-width: ${widest}em)`));
  return near?.cells ?? Number.POSITIVE_INFINITY;
}
