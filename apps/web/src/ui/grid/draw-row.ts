import { escapeHtml } from '@basecase/views/text';
import { LABELS } from './visible-range';

/** What this needs of a `tr`; tests pass plain objects. */
export interface RowElement {
  cells: ArrayLike<CellElement>;
}

/** A text is one text node. */
interface TextNode {
  nodeValue: string;
  replaceData(offset: number, count: number, data: string): void;
}

interface Holder {
  firstChild: unknown;
}

interface CellElement extends Holder {
  className: string;
  innerHTML: string;
  firstElementChild: (Holder & { setAttribute(name: string, value: string): void }) | null;
}

interface Change {
  /** What the elements show. */
  from: readonly RowCell[];
  to: readonly RowCell[];
  /** Cells to draw, by index; those that are pinned are drawn in any case. Default: all. */
  isWanted?: (index: number) => boolean;
}

const ALL = () => true;

/**
 * Brings a row from one state to another by writing only what differs: elements stay, so the focused one keeps the
 * focus. Both states have the same number of cells. Invisible words would be laid out too, so they are written with
 * the labels.
 *
 * @returns what the elements show then
 */
export function drawRow(element: RowElement, { from, to, isWanted = ALL }: Change): RowCell[] {
  const hasWords = isWanted(LABELS);
  return to.map((cell, index) => {
    const before = from[index] ?? cell;
    const target = element.cells[index];
    const isDue = cell !== before && (isPinned(cell) || isPinned(before) || isWanted(index));
    if (!target || !isDue) return before;
    const [made, shown] = [madeCell(cell), madeCell(before)];
    const next = hasWords || made.word === shown.word ? made : withWordOf(made, shown);
    const className = classOf(next);
    if (className !== classOf(shown)) target.className = className;
    drawContent(target, shown, next);
    return next === made ? cell : next;
  });
}

function isPinned(cell: RowCell): boolean {
  return typeof cell !== 'function' && cell.isPinned === true;
}

function withWordOf(cell: DrawnCell, { word = '' }: DrawnCell): DrawnCell {
  return { ...cell, word };
}

function drawContent(target: CellElement, before: DrawnCell, cell: DrawnCell): void {
  if (cell.html !== before.html || cell.holder?.tag !== before.holder?.tag) {
    target.innerHTML = contentHtml(cell);
    return;
  }
  const held = target.firstElementChild;
  for (const [name, value] of Object.entries(cell.holder?.attributes ?? {})) {
    if (value !== before.holder?.attributes[name]) held?.setAttribute(name, value);
  }
  if (cell.text === before.text) return;
  const node = (cell.holder ? held : target)?.firstChild;
  // An empty text has no node yet.
  if (isText(node) && before.text && cell.text !== undefined) replaceText(node, cell.text);
  else target.innerHTML = contentHtml(cell);
}

function isText(node: unknown): node is TextNode {
  return typeof (node as TextNode | null)?.nodeValue === 'string';
}

/**
 * Not `textContent`: that makes a new node, which takes six times as long. An unchanged beginning is not rewritten: a
 * browser lays out the rest of it in two thirds of the time.
 */
function replaceText(node: TextNode, text: string): void {
  const { nodeValue: old } = node;
  let same = 0;
  while (same < old.length && old[same] === text[same]) same += 1;
  node.replaceData(same, old.length - same, text.slice(same));
}

/** What a link says to screen readers and to the pointer. */
export interface LinkLabel {
  label: string;
  /** Tooltip; empty if the number needs none. */
  title: string;
}

/** A link of the table. */
interface GridLink {
  title: string;
  tabIndex: number;
  hasAttribute(name: string): boolean;
  setAttribute(name: string, value: string): void;
}

/** Says what each link of a row is about, and takes it out of the order of tabs: the whole table is one stop. */
export function labelLinks(links: Iterable<GridLink>, labels: readonly LinkLabel[]): void {
  let index = 0;
  for (const link of links) {
    const own = labels[index];
    if (own) {
      link.setAttribute('aria-label', own.label);
      link.title = own.title;
    }
    if (!link.hasAttribute('tabindex')) link.tabIndex = -1;
    index += 1;
  }
}

/** A cell of a row as it is drawn: a text, markup, or a text with markup behind it. */
export interface DrawnCell {
  className: string;
  /** Class of what only a screen reader says of the cell. */
  word?: string;
  text?: string;
  /** Markup; every text in it is escaped. */
  html?: string;
  /** The element around the content: a link, a button of a form, or a box. */
  holder?: { tag: 'a' | 'button' | 'span'; attributes: Readonly<Record<string, string>> };
  /** Drawn at once wherever it is: it sticks, or it is marked. */
  isPinned?: boolean;
}

/**
 * A cell, or what makes it when it is drawn: many are out of sight for long. One that is made later is never pinned.
 */
export type RowCell = DrawnCell | (() => DrawnCell);

export function madeCell(cell: RowCell): DrawnCell {
  return typeof cell === 'function' ? cell() : cell;
}

/**
 * A row as HTML text, on the server and in the browser. With 60 columns there are 2,000 cells: React needs five times
 * as long to make and to hydrate them one by one as to pass on a text. Everything that comes from an upload goes
 * through `escapeHtml`.
 */
export function rowHtml(cells: readonly RowCell[]): string {
  return cells
    .map(madeCell)
    .map((cell, index) =>
      index === 0
        ? `<th class="${classOf(cell)}" scope="row">${contentHtml(cell)}</th>`
        : `<td class="${classOf(cell)}">${contentHtml(cell)}</td>`,
    )
    .join('');
}

/** All classes of a cell. */
function classOf({ className, word = '' }: DrawnCell): string {
  return word === '' ? className : `${className} ${word}`;
}

export function contentHtml({ text = '', html = '', holder }: DrawnCell): string {
  const content = escapeHtml(text) + html;
  if (!holder) return content;
  const attributes = Object.entries(holder.attributes).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  );
  return `<${holder.tag}${attributes.join('')}>${content}</${holder.tag}>`;
}

/** The cell that names the test of a row. */
export function nameCell(
  { name, note }: { name: string; note: string },
  holder?: DrawnCell['holder'],
): DrawnCell {
  const html = note ? `<span class="test-range">${escapeHtml(note)}</span>` : '';
  return { className: 't', text: name, html, ...(holder && { holder }) };
}
