import type { DrawnCell, LinkWords } from './row-cells';

/** What this needs of a `tr`; tests pass plain objects. */
export interface RowElement {
  cells: ArrayLike<CellElement>;
}

interface CellElement {
  className: string;
  innerHTML: string;
  firstElementChild: LinkElement | null;
}

interface LinkElement {
  setAttribute(name: string, value: string): void;
  /** The text of a link is one text node. */
  firstChild: { nodeValue: string | null } | null;
}

interface Change {
  /** What the elements show, after the name of the test. */
  from: readonly DrawnCell[];
  to: readonly DrawnCell[];
}

/**
 * Brings a row from one state to another by writing only what differs: links stay, so the focused one keeps the focus.
 * Both states have the same test and the same number of cells.
 */
export function drawRow(element: RowElement, { from, to }: Change): void {
  for (const [index, cell] of to.entries()) {
    const before = from[index];
    const target = element.cells[index + 1];
    if (!before || !target) continue;
    if (cell.className !== before.className) target.className = cell.className;
    if (cell.html === before.html) continue;
    const link = target.firstElementChild;
    if (!cell.link || !before.link || !link) {
      target.innerHTML = cell.html;
      continue;
    }
    if (cell.link.href !== before.link.href) link.setAttribute('href', cell.link.href);
    if (cell.link.text !== before.link.text && link.firstChild) link.firstChild.nodeValue = cell.link.text;
  }
}

/** A link of the table. */
type GridLink = LinkElement & { title: string; tabIndex: number; hasAttribute(name: string): boolean };

/**
 * Says to screen readers and to the pointer what each link of a row is about, and takes it out of the order of tabs:
 * the whole table is one stop.
 */
export function labelLinks(links: Iterable<GridLink>, words: readonly LinkWords[]): void {
  let index = 0;
  for (const link of links) {
    const own = words[index];
    if (own) {
      link.setAttribute('aria-label', own.label);
      link.title = own.title;
    }
    if (!link.hasAttribute('tabindex')) link.tabIndex = -1;
    index += 1;
  }
}
