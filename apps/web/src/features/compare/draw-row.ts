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

/**
 * Brings a row from one state to another by writing only what differs: elements stay, so the focused cell keeps the
 * focus. Both states have the same test and the same number of columns.
 */
export function drawRow(element: RowElement, from: RowState, to: RowState): void {
  if (from.cellValue !== to.cellValue) {
    element.cells[0]?.firstElementChild?.setAttribute('value', to.cellValue);
  }
  for (const [index, cell] of to.cells.entries()) {
    const before = from.cells[index];
    const wasOpen = from.open === index;
    if (!before || (cell === before && wasOpen === (to.open === index))) continue;
    const target = element.cells[index + 1];
    if (!target) continue;
    const className = cellClass(cell, index, to.open);
    if (className !== cellClass(before, index, from.open)) target.className = className;
    // Not `textContent`: that makes a new node, which takes six times as long.
    if (cell.text !== before.text && target.firstChild) target.firstChild.nodeValue = cell.text;
  }
  if (from.row === to.row) return;
  const [before, after] = [readingHtml(from.row), readingHtml(to.row)];
  for (const [index, html] of after.entries()) {
    const target = element.cells[1 + to.cells.length + index];
    if (target && html !== before[index]) target.innerHTML = html;
  }
}
