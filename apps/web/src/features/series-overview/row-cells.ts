import { type OverviewRow, type OverviewSpark, SPARK } from '@basecase/views/series';
import { escapeHtml } from '@basecase/views/text';
import { emphasisOf } from '@basecase/views/verdict';
import { type DrawnCell, nameCell } from '../../ui/grid/draw-row';

/** The link of a row, which names its test. */
export const NAME_LINK = 'th.t > a';

/** Cells of a row before those of the heatmap. */
export const CELLS_BEFORE = 5;

/** The cells of a test: its name, its nights, its level, and the newest nights. */
export function rowCells(row: OverviewRow): DrawnCell[] {
  return [
    nameCell(row, { tag: 'a', attributes: { href: row.href } }),
    { className: 'sparkline', html: row.spark ? sparkHtml(row.spark) : '' },
    { className: 'level', html: levelHtml(row) },
    { className: 'since', html: sinceHtml(row) },
    { className: 'cost', html: costHtml(row) },
    ...row.cells.map(
      ({ className, text, words }): DrawnCell =>
        text === ''
          ? { className, html: `<span class="sr-only">${escapeHtml(words)}</span>` }
          : { className, text },
    ),
  ];
}

/** Hidden from screen readers, which read the numbers in the next cells. */
function sparkHtml({ nights, levels, newest }: OverviewSpark): string {
  const { width, height } = SPARK;
  const paths = [
    path('night', nights),
    ...levels.map(({ tone, path: line }) => path(`on ${tone}`, line)),
    newest ? path(`maybe ${newest.tone}`, newest.path) : '',
  ];
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" preserveAspectRatio="none" aria-hidden="true">${paths.join('')}</svg>`;
}

function path(className: string, d: string): string {
  return d === '' ? '' : `<path class="${className}" d="${d}"></path>`;
}

/** A fill with a mark where it is sure, a hollow mark where it is possible. */
function levelHtml({ level }: OverviewRow): string {
  const { text, size, level: fill, look, direction, word } = level;
  const spoken = word === '' ? '' : `<span class="sr-only"> ${escapeHtml(word)}</span>`;
  const interval = size === '' ? '' : `<small>${escapeHtml(size)}</small>`;
  const number = escapeHtml(text) + spoken;
  const arrow = direction === null ? '' : ` arrow ${direction}`;
  switch (look) {
    case 'sure':
      return `<span class="tile ${fill}${arrow}">${number}</span>${interval}`;
    case 'possible':
      return `<span class="${direction === 'dn' ? 'bad' : 'good'}${arrow} hollow">${number}</span>${interval}`;
    case 'unclear':
      return `<span class="dim">${number}</span>${interval}`;
    default:
      return `<span class="mid"${word === '' ? '' : ` title="${escapeHtml(word)}"`}>${number}</span>${interval}`;
  }
}

function sinceHtml({ since: { day, build, external, night } }: OverviewRow): string {
  if (night === null) return day === '' ? '' : `<span class="dim">${escapeHtml(day)}</span>`;
  const name =
    external === ''
      ? `<span class="mono dim">${escapeHtml(build)}</span>`
      : `<em title="${escapeHtml(external)}">${escapeHtml(external)}</em>`;
  return `${escapeHtml(day)} ${name}`;
}

function costHtml({ cost: { text, level } }: OverviewRow): string {
  return text === '' ? '' : `<span class="${emphasisOf(level) ?? 'dim'}">${escapeHtml(text)}</span>`;
}
