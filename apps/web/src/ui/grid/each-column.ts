import type { ReadColumns } from './visible-range';

/** Attribute of a head row that has a cell for each column, of whatever width. */
export const HEADS = 'data-heads';

/** Columns by the cells of the head row that is marked so, that of the names first. */
export const eachColumn: ReadColumns = (box, name) => {
  const places = [...box.querySelectorAll<HTMLElement>(`tr[${HEADS}] > *`)].map(
    ({ offsetLeft, offsetWidth }) => ({ left: offsetLeft, width: offsetWidth }),
  );
  const columns = Math.max(0, places.length - 1);
  // Narrow screens hide some of them.
  if (columns === 0 || places.some(({ width }) => width === 0)) return { columns };
  const { scrollLeft, clientWidth } = box;
  const isSeen = ({ left, width }: { left: number; width: number }, index: number) =>
    index > 0 && left + width > scrollLeft + name && left < scrollLeft + clientWidth;
  return { columns, first: Math.max(0, places.findIndex(isSeen)), last: places.findLastIndex(isSeen) };
};
