/**
 * Attribute of a row that is drawn as a whole, by the server or anew: the style sheet of its table hides what is
 * out of sight of it, because laying out and painting 2,000 cells takes longer than all scripts do. It has all of its cells
 * when its turn comes.
 */
export const NEAR = 'data-near';

/** What a row holds back: the columns that fit on no usual screen, or, below the screen, everything but its name. */
export type Near = '' | 'below';

/**
 * Cells that such a row keeps where the window is at most so wide, in em of 16 px, the narrowest first: the name of the row and
 * the columns beside it. A wider window holds nothing back. heatmap.css says the same, as a test sees.
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
