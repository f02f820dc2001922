import type { RatioCell, RowModel, ServersModel } from '@basecase/views/servers';
import { AXIS_WIDTH, type AxisMark, shapeOf } from '@basecase/views/servers';
import { escapeHtml } from '@basecase/views/text';
import { levelWord } from '../../ui/table/tile';

/** A cell of the table as it is drawn. */
export interface DrawnCell {
  className: string;
  /** Content; every text in it is escaped. */
  html: string;
  /** The same for a cell that is nothing but a link. */
  link: { href: string; text: string } | null;
}

/** Height of the drawing of the ratios, in its own units. */
export const MARKS_HEIGHT = 16;
/** Ids of what is drawn in every row and defined once, in the head. */
export const TICKS_ID = 'ax';
export const shapeId = (shape: number) => `ax${shape}`;

/** The cells of a test after its name: each server's, then all servers on one axis and in words. */
export function rowCells(row: RowModel, model: ServersModel): DrawnCell[] {
  const { view } = model;
  const servers = view.servers.flatMap((server, index): DrawnCell[] => {
    const own = row.servers[index];
    const { hasAbsolute, hasCosts } = shapeOf(server, model);
    if (!own) return [];
    return [
      ...(hasAbsolute ? [plain('num mid m gap', own.absolute)] : []),
      ...own.ratios.map((cell, key) =>
        ratioCell(cell, `${key === 0 && !hasAbsolute ? ' gap' : ''}${key === view.judged ? '' : ' m'}`),
      ),
      ...(hasCosts ? [plain('num mid m', own.costs[0]), plain('num', own.costs[1])] : []),
    ];
  });
  return [...servers, content('gap m', marksHtml(row.marks)), content('rd m', readingHtml(row))];
}

/** What each link of a row says to a screen reader, in the order of its cells; empty where there is no link. */
export function rowLabels(row: RowModel, model: ServersModel): LinkWords[] {
  const { view, keyLabels } = model;
  const test = [row.name, row.note].filter(Boolean).join(' ');
  return view.servers.flatMap(({ label }, index) =>
    (row.servers[index]?.ratios ?? []).flatMap((cell, key) =>
      cell.href === null
        ? []
        : [
            {
              label: `${test}, ${keyLabels[key]} on ${label}: ${cell.text}${cell.verdict ? `, ${cell.verdict}` : levelWord(cell.level)}`,
              title: cell.reason || cell.verdict || '',
            },
          ],
    ),
  );
}

export interface LinkWords {
  label: string;
  /** What a pointer reads; empty when the number says it all. */
  title: string;
}

function plain(className: string, text: string): DrawnCell {
  return content(className, escapeHtml(text));
}

function content(className: string, html: string): DrawnCell {
  return { className, html, link: null };
}

function ratioCell({ className, href, text, reason }: RatioCell, classes: string): DrawnCell {
  const why = reason ? `<span class="sr"> ${escapeHtml(reason)}</span>` : '';
  if (href === null) {
    const title = reason ? ` title="${escapeHtml(reason)}"` : '';
    return content(`c x ${className}${classes}`, `<span${title}>${escapeHtml(text)}</span>${why}`);
  }
  const html = `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>${why}`;
  return { className: `c ${className}${classes}`, html, link: why ? null : { href, text } };
}

/** The ratios of one test on all servers; the numbers stand in the cells, so this says nothing to a screen reader. */
function marksHtml(marks: readonly AxisMark[]): string {
  const middle = MARKS_HEIGHT / 2;
  const xs = marks.map(({ x }) => x);
  const line =
    xs.length > 1
      ? `<path d="M${Math.min(...xs)} ${middle}H${Math.max(...xs)}" stroke="var(--series-2)"></path>`
      : '';
  const shapes = marks.map(
    ({ shape, x, isBeyond }) =>
      `<use href="#${shapeId(shape)}" x="${x}" y="${middle}"${isBeyond ? ' opacity="0.5"' : ''}></use>`,
  );
  return `<svg class="axis" width="${AXIS_WIDTH}" height="${MARKS_HEIGHT}" aria-hidden="true"><use href="#${TICKS_ID}"></use>${line}${shapes.join('')}</svg>`;
}

function readingHtml({ reading: { strong, text } }: RowModel): string {
  return strong ? `<strong>${escapeHtml(text)}</strong>` : `<span class="dim">${escapeHtml(text)}</span>`;
}
