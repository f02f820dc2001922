import type { NightsLayout } from './nights-layout';

/** What a letter of a name takes; a little more than the mean, so that names never touch. */
const LETTER = 5.8;
/** Before a name, and between it and the next mark. */
const GAP = 8;

export interface PlacedLabel<Item> {
  item: Item;
  x: number;
  /** Whether its words have room; its mark is always there. */
  room: 'all' | 'first' | 'none';
  /** It ends at its mark instead of beginning there. */
  isBefore: boolean;
}

/**
 * Places names over their marks, in one line: words that would run into the next name are left out, the less important ones
 * first.
 *
 * @param items in any order, each with its mark in px, the important words and the other words
 */
export function placeLabels<Item extends { x: number; first: string; second: string }>(
  items: readonly Item[],
  { width, scale }: Pick<NightsLayout, 'width' | 'scale'>,
): PlacedLabel<Item>[] {
  const sorted = [...items].sort((a, b) => a.x - b.x);
  let free = 0;
  return sorted.map((item, index) => {
    const next = sorted[index + 1]?.x ?? width;
    const [first, all] = [
      widthOf(item.first, scale),
      widthOf(item.first, scale) + (item.second ? widthOf(item.second, scale) : 0),
    ];
    const isFirst = item.x >= free;
    const place = (room: PlacedLabel<Item>['room'], taken: number, isBefore = false): PlacedLabel<Item> => {
      free = isBefore ? item.x + GAP : item.x + taken + GAP;
      return { item, x: item.x, room, isBefore };
    };
    if (isFirst && item.x + all <= Math.min(next - GAP, width)) return place('all', all);
    if (isFirst && item.x + first <= Math.min(next - GAP, width)) return place('first', first);
    // At the right edge there is room before the mark.
    if (item.x + first > width && item.x - first > free) return place('first', 0, true);
    return place('none', 0);
  });
}

/** Room that a text takes, with what lies before it. */
function widthOf(text: string, scale: number): number {
  return textWidth(text, scale) + GAP;
}

/** About how wide a text is, in px. */
export function textWidth(text: string, scale: number): number {
  return text.length * LETTER * scale;
}
