/**
 * Leaves of a row, or of a `colgroup`, the first child (the name of the row), the chosen columns, and what stands behind
 * all columns.
 *
 * @param columns indexes of the columns to keep, in their new order
 * @param count of the columns that the row has
 */
export function pickCells(
  parent: Element,
  { columns, count }: { columns: readonly number[]; count: number },
): void {
  const children = [...parent.children];
  const chosen = columns.flatMap((column) => children[column + 1] ?? []);
  parent.replaceChildren(...children.slice(0, 1), ...chosen, ...children.slice(count + 1));
}
