import { isChange } from '@basecase/analysis';
import type { RatioCell, RowModel, ServersModel } from '@basecase/views/servers';
import { AXIS_WIDTH, type AxisMark, shapeOf } from '@basecase/views/servers';
import { escapeHtml, lazy } from '@basecase/views/text';
import type { LinkLabel } from '../../ui/grid/draw-row';
import { contentHtml, type DrawnCell, nameCell, type RowCell } from '../../ui/grid/drawn-cell';
import { levelWord } from '../../ui/table/tile';

/** Height of the drawing of the ratios, in its own units. */
export const MARKS_HEIGHT = 16;
/** Ids of what is drawn in every row and defined once, in the head. */
export const TICKS_ID = 'ax';
export const shapeId = (shape: number) => `ax${shape}`;

/** The cells of a test: its name, each server's, then all servers on one axis and in words. */
export function rowCells(row: RowModel, model: ServersModel): RowCell[] {
  const { selection } = model;
  const servers = selection.servers.flatMap((server, index): RowCell[] => {
    const own = row.servers[index];
    const { hasAbsolute, hasCosts } = shapeOf(server, model);
    if (!own) return [];
    return [
      ...(hasAbsolute ? [{ className: 'num mid m gap', text: own.absolute }] : []),
      ...own.ratios.map((ratio, key) =>
        lazy(() => {
          const cell = ratio();
          // On the cell and not on the table: a class of the table restyles all cells, in sight or not.
          const cost = model.isCost && isChange(cell.level) ? ' cost' : '';
          return ratioCell(
            cell,
            `${cost}${key === 0 && !hasAbsolute ? ' gap' : ''}${key === selection.judged ? '' : ' m'}`,
          );
        }),
      ),
      ...(hasCosts
        ? [
            { className: 'num mid m', text: own.costs[0] },
            { className: 'num', text: own.costs[1] },
          ]
        : []),
    ];
  });
  return [
    nameCell(row),
    ...servers,
    { className: 'gap m', html: marksHtml(row.marks) },
    { className: 'servers-summary m', html: summaryHtml(row) },
  ];
}

/** Label of each link of a row for screen readers, in the order of its cells. */
export function rowLabels(row: RowModel, model: ServersModel): LinkLabel[] {
  const { selection, keyLabels } = model;
  const test = [row.name, row.note].filter(Boolean).join(' ');
  return selection.servers.flatMap(({ label }, index) =>
    (row.servers[index]?.ratios ?? []).flatMap((ratio, key) => {
      const { href, text, verdict, level, reason } = ratio();
      if (href === null) return [];
      const word = verdict ? `, ${verdict}` : levelWord(level);
      return [
        { label: `${test}, ${keyLabels[key]} on ${label}: ${text}${word}`, title: reason || verdict || '' },
      ];
    }),
  );
}

function ratioCell({ className, href, text, reason }: RatioCell, classes: string): DrawnCell {
  const why = reason ? `<span class="sr-only"> ${escapeHtml(reason)}</span>` : '';
  if (href === null) {
    const title = reason ? ` title="${escapeHtml(reason)}"` : '';
    return {
      className: `c ratio-cell ${className}${classes}`,
      html: `<span${title}>${escapeHtml(text)}</span>${why}`,
    };
  }
  const link: DrawnCell = {
    className: `c ${className}${classes}`,
    text,
    holder: { tag: 'a', attributes: { href } },
  };
  return why ? { className: link.className, html: contentHtml(link) + why } : link;
}

/** The ratios of one test on all servers; hidden from screen readers, which read the numbers in the cells. */
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

function summaryHtml({ summary: { strong, text } }: RowModel): string {
  return strong ? `<strong>${escapeHtml(text)}</strong>` : `<span class="dim">${escapeHtml(text)}</span>`;
}
