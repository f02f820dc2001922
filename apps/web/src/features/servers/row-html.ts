import type { RowModel } from '@basecase/views/servers';
import { escapeHtml } from '@basecase/views/text';
import type { DrawnCell } from './row-cells';

/**
 * Content of a `tr` as HTML text, on the server and in the browser. With 20 versions on 3 servers there are 2,000
 * links: React needs several times as long to make and to hydrate them one by one as to pass on a text.
 */
export function rowHtml(
  { name, note }: Pick<RowModel, 'name' | 'note'>,
  cells: readonly DrawnCell[],
): string {
  const small = note ? `<span class="rng">${escapeHtml(note)}</span>` : '';
  const head = `<th class="t" scope="row">${escapeHtml(name)}${small}</th>`;
  return head + cells.map(({ className, html }) => `<td class="${className}">${html}</td>`).join('');
}
