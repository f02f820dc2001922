import { HUMAN_UNITS, type IostatLayout, SLOT, SLOTS } from './columns';

const SPACE = 32;
const [ZERO, ONE, NINE] = [48, 49, 57];
const [POINT, COMMA] = [46, 44];

/** Reads the needed cells of a row. One for a log: rows are many, and nothing is allocated for them. */
export class RowNumbers {
  /** Values of the row read last, by slot, in KB where they are sizes. */
  readonly row = new Float64Array(SLOTS);

  /**
   * Reads the values between start and end, where no device name is. False when one is missing or no number, or the
   * row is cut right behind it: the number may go on.
   */
  read(layout: IostatLayout, bytes: Buffer, start: number, end: number): boolean {
    const { slots, factors, last } = layout;
    let at = start;
    let cell = layout.nameLast ? 0 : 1;
    for (; cell <= last; cell += 1) {
      while (at < end && bytes[at] === SPACE) at += 1;
      const slot = slots[cell] ?? -1;
      if (slot < 0) {
        while (at < end && bytes[at] !== SPACE) at += 1;
        continue;
      }
      if (at === end) return false;
      let factor = factors[cell] ?? 1;
      let digits = 0;
      let scale = 0;
      const first = bytes[at] ?? 0;
      if (first < ZERO || first > NINE) return false;
      for (; at < end && bytes[at] !== SPACE; at += 1) {
        const byte = bytes[at] ?? 0;
        if (byte >= ZERO && byte <= NINE) {
          digits = digits * 10 + (byte - ZERO);
          scale *= 10;
        } else if ((byte === POINT || byte === COMMA) && scale === 0) {
          // A decimal comma where the locale has one.
          scale = 1;
        } else {
          const unit = isSize(slot) ? HUMAN_UNITS.get(byte) : undefined;
          if (unit === undefined || (at + 1 < end && bytes[at + 1] !== SPACE)) return false;
          factor = unit;
        }
      }
      // Nothing behind the point.
      if (scale === 1) return false;
      if (digits > Number.MAX_SAFE_INTEGER) return false;
      this.row[slot] = (scale > 1 ? digits / scale : digits) * factor;
    }
    // A cell that is missing would move the ones after it.
    const names = layout.nameLast ? 1 : 0;
    return cell + countCells(bytes, at, end) === layout.width - names;
  }
}

/** True when no cell of the row has a digit but 0: the device did nothing. */
export function isIdle(layout: IostatLayout, bytes: Buffer, start: number, end: number): boolean {
  if (layout.present.length === 0) return false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= ONE && byte <= NINE) return false;
  }
  return true;
}

function isSize(slot: number): boolean {
  return slot === SLOT.readKbPerS || slot === SLOT.writeKbPerS || slot === SLOT.totalKbPerS;
}

function countCells(bytes: Buffer, start: number, end: number): number {
  let cells = 0;
  for (let at = start; at < end; at += 1) {
    if (bytes[at] !== SPACE && (at === start || bytes[at - 1] === SPACE)) cells += 1;
  }
  return cells;
}
