import type { Profile, ProfileFrame } from '../../model/details';

/** A rectangle of a flame graph: the narrower ones are above, or below, their callers. */
export interface DrawnFrame {
  name: string;
  /** Samples, exact: widths are rounded. */
  value: number;
  x: number;
  y: number;
  width: number;
}

/**
 * The tree that a flame graph draws. A frame was called by the one in the row before that is under its middle. Rows count
 * from that of the widest frame, up or down. Frames without a caller in the row before are left out.
 *
 * @returns null when nothing is drawn, or no frame has samples
 */
export function treeOfDrawing(drawn: readonly DrawnFrame[], unit: string): Profile | null {
  const rows = groupByRow(drawn);
  const widest = drawn.reduce<DrawnFrame | null>(
    (most, frame) => (most === null || frame.value > most.value ? frame : most),
    null,
  );
  if (widest === null || widest.value === 0) return null;
  const ordered = [...rows.keys()].sort((a, b) => Math.abs(a - widest.y) - Math.abs(b - widest.y));
  const frames: ProfileFrame[] = [{ name: 'all', parent: -1, value: 0 }];
  let leftOut = 0;
  let callers: (DrawnFrame & { index: number })[] = [];
  for (const [depth, y] of ordered.entries()) {
    const row = [...(rows.get(y) ?? [])].sort((a, b) => a.x - b.x);
    const next: typeof callers = [];
    let at = 0;
    for (const frame of row) {
      const middle = frame.x + frame.width / 2;
      while (at < callers.length - 1 && (callers[at + 1]?.x ?? 0) <= middle) at += 1;
      const caller = callers[at];
      const parent = depth === 0 ? 0 : caller && covers(caller, middle) ? caller.index : null;
      if (parent === null) {
        leftOut += 1;
        continue;
      }
      next.push({
        ...frame,
        index: frames.push({ name: frame.name, parent, value: frame.value }) - 1,
      });
    }
    callers = next;
  }
  return { unit, frames: withoutDouble(frames), leftOut };
}

/** Widths are rounded to a tenth of a pixel. */
const ROUNDED = 0.15;

function covers({ x, width }: DrawnFrame, middle: number): boolean {
  return middle >= x - ROUNDED && middle <= x + width + ROUNDED;
}

/** The root has the samples of the bottom row; a bottom frame `all` is the root itself. */
function withoutDouble(frames: readonly ProfileFrame[]): ProfileFrame[] {
  const [root, bottom] = frames;
  if (!root || !bottom) return [...frames];
  const isDouble = bottom.name === 'all' && frames.filter(({ parent }) => parent === 0).length === 1;
  if (!isDouble) {
    const value = frames.reduce((sum, { parent, value }) => sum + (parent === 0 ? value : 0), 0);
    return [{ ...root, value }, ...frames.slice(1)];
  }
  return frames.slice(1).map((frame) => ({ ...frame, parent: frame.parent - 1 }));
}

function groupByRow(drawn: readonly DrawnFrame[]): Map<number, DrawnFrame[]> {
  const rows = new Map<number, DrawnFrame[]>();
  for (const frame of drawn) {
    const row = rows.get(frame.y);
    if (row) row.push(frame);
    else rows.set(frame.y, [frame]);
  }
  return rows;
}
