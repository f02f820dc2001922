import { groupDigits } from '../../text/words';
import type { GroupModel, HeatmapModel } from './heatmap-model';

/** Tests on one page of a heatmap: a browser lays out some 10,000 cells before a reader waits. */
export const ROWS_ON_PAGE = 500;

/** The part of a heatmap that is drawn, and where the others are. */
export interface HeatmapPage {
  groups: GroupModel[];
  /** Null where all tests fit on one page. */
  paging: { number: number; text: string; previous: number | null; next: number | null } | null;
}

/**
 * The tests of one page, in the groups of the view; means and counts of a group are of all its tests. A page that is not
 * there is the last one.
 *
 * @param page from 1; null: that of the open test, else the first
 * @param open index in `data.rows` of the open test; null without one
 */
export function heatmapPage(
  { groups }: Pick<HeatmapModel, 'groups'>,
  { page, open }: { page: number | null; open: number | null },
): HeatmapPage {
  const drawn = groups.flatMap((group) => (group.open ? group.rows : []));
  const pages = Math.ceil(drawn.length / ROWS_ON_PAGE);
  if (pages < 2) return { groups, paging: null };
  const place = drawn.findIndex(({ row }) => row === open);
  const asked = page ?? Math.floor(Math.max(0, place) / ROWS_ON_PAGE) + 1;
  const number = Math.min(asked, pages);
  const first = (number - 1) * ROWS_ON_PAGE;
  const last = Math.min(first + ROWS_ON_PAGE, drawn.length);
  let start = 0;
  const shown = groups.flatMap((group) => {
    const own = group.open ? group.rows.length : 0;
    const rows = group.rows.slice(Math.max(0, first - start), Math.max(0, last - start));
    const isAt = start >= first && start < last;
    start += own;
    // A folded group is one line, on the page where its tests would begin.
    if (!group.open) return isAt || (number === pages && start >= last) ? [group] : [];
    return rows.length > 0 ? [{ ...group, rows }] : [];
  });
  return {
    groups: shown,
    paging: {
      number,
      text: `Tests ${groupDigits(first + 1)} to ${groupDigits(last)} of ${groupDigits(drawn.length)}. The filter looks through all.`,
      previous: number > 1 ? number - 1 : null,
      next: number < pages ? number + 1 : null,
    },
  };
}
