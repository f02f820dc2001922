import { cellClass, type RowState, readingHtml } from './row-html';

/** What this needs of a `tr`; tests pass plain objects. */
export interface RowElement {
  cells: ArrayLike<CellElement>;
}

interface CellElement {
  className: string;
  /** The text of a cell is one text node. */
  firstChild: { nodeValue: string | null } | null;
  innerHTML: string;
  firstElementChild: { setAttribute(name: string, value: string): void } | null;
}

interface Change {
  /** What the elements show. */
  from: RowState;
  to: RowState;
  /** Columns to draw; the reading columns are the one after the last. Default: all. */
  isWanted?: (column: number) => boolean;
}

const ALL = () => true;

/**
 * Brings a row from one state to another by writing only what differs: elements stay, so the focused cell keeps the
 * focus. Both states have the same test and the same number of columns.
 *
 * @returns what the elements show then
 */
export function drawRow(element: RowElement, { from, to, isWanted = ALL }: Change): RowState {
  if (from.cellValue !== to.cellValue) {
    element.cells[0]?.firstElementChild?.setAttribute('value', to.cellValue);
  }
  const cells = to.cells.map((cell, index) => {
    const before = from.cells[index] ?? cell;
    // The mark of the open cell is written wherever it is.
    const isMarked = from.open === index || to.open === index;
    if (!isMarked && (cell === before || !isWanted(index))) return before;
    const target = element.cells[index + 1];
    if (!target) return before;
    const className = cellClass(cell, index, to.open);
    if (className !== cellClass(before, index, from.open)) target.className = className;
    // Not `textContent`: that makes a new node, which takes six times as long.
    if (cell.text !== before.text && target.firstChild) target.firstChild.nodeValue = cell.text;
    return cell;
  });
  if (from.row === to.row || !isWanted(cells.length)) return { ...to, row: from.row, cells };
  const [before, after] = [readingHtml(from.row), readingHtml(to.row)];
  for (const [index, html] of after.entries()) {
    const target = element.cells[1 + cells.length + index];
    if (target && html !== before[index]) target.innerHTML = html;
  }
  return { ...to, cells };
}
