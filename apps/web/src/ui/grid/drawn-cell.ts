import { escapeHtml } from '@basecase/views/text';

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
export function classOf({ className, word = '' }: DrawnCell): string {
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
