/** A cell as it is printed, and its verdict in words; null where nothing judged. */
export interface JudgedCell {
  test: string;
  text: string | null;
  verdict: string | null;
}

/**
 * Explains the first two neighbouring tests of a column that read the same and are judged differently.
 *
 * @param cells of one column, in the order of the rows
 * @returns null where there are none
 */
export function alikeNote(cells: readonly JudgedCell[], column: string): string | null {
  const index = cells.findIndex((cell, at) => {
    const above = cells[at - 1];
    return (
      above !== undefined &&
      cell.text !== null &&
      cell.verdict !== null &&
      above.verdict !== null &&
      above.text === cell.text &&
      above.verdict !== cell.verdict
    );
  });
  const [above, below] = [cells[index - 1], cells[index]];
  if (index < 0 || !above || !below) return null;
  return `${column}: ${above.test} (${above.verdict}) and ${below.test} (${below.verdict}) both read ${below.text}. Each test is judged by its own noise and number of runs.`;
}
