export const SLOT = {
  readsPerS: 0,
  readKbPerS: 1,
  writesPerS: 2,
  writeKbPerS: 3,
  totalKbPerS: 4,
  readWait: 5,
  writeWait: 6,
  queue: 7,
} as const;
export const SLOTS = 8;

/** The number of requests that each wait is a mean over, by slot. */
export const WAITS: ReadonlyMap<number, number> = new Map([
  [SLOT.readWait, SLOT.readsPerS],
  [SLOT.writeWait, SLOT.writesPerS],
]);

/** A row counts without them: their means are then unknown. */
export function isOptional(slot: number): boolean {
  return slot >= SLOT.readWait;
}

const MB = 1024;
/** A sector, and a block of iostat, has 512 bytes. */
const SECTOR = 0.5;

/** What a column means and its factor to KB. The same in all layouts, also as keys of `-o JSON`. */
const NAMES: ReadonlyMap<string, { slot: number; factor: number }> = new Map(
  (
    [
      [SLOT.readsPerS, 1, ['r/s']],
      [SLOT.readKbPerS, 1, ['rkB/s', 'kB_read/s']],
      [SLOT.readKbPerS, MB, ['rMB/s', 'MB_read/s']],
      [SLOT.readKbPerS, SECTOR, ['rsec/s', 'Blk_read/s']],
      [SLOT.writesPerS, 1, ['w/s']],
      [SLOT.writeKbPerS, 1, ['wkB/s', 'kB_wrtn/s']],
      [SLOT.writeKbPerS, MB, ['wMB/s', 'MB_wrtn/s']],
      [SLOT.writeKbPerS, SECTOR, ['wsec/s', 'Blk_wrtn/s']],
      [SLOT.totalKbPerS, 1, ['kB/s']],
      [SLOT.totalKbPerS, MB, ['MB/s']],
      [SLOT.totalKbPerS, SECTOR, ['sec/s']],
      [SLOT.readWait, 1, ['r_await']],
      [SLOT.writeWait, 1, ['w_await']],
      [SLOT.queue, 1, ['aqu-sz', 'avgqu-sz']],
    ] as const
  ).flatMap(([slot, factor, names]) => names.map((name) => [name, { slot, factor }] as const)),
);

/** Slot and factor of a column; null when no mean is taken of it (`kB_w+d/s` of -s is writes and discards). */
export function slotOf(column: string): { slot: number; factor: number } | null {
  return NAMES.get(column) ?? null;
}

/** KB for each unit letter of `--human`: 222.1k, 1.5G. */
export const HUMAN_UNITS: ReadonlyMap<number, number> = new Map(
  Object.entries({ s: SECTOR, B: 1 / 1024, k: 1, M: MB, G: MB ** 2, T: MB ** 3, P: MB ** 4 }).map(
    ([letter, kilobytes]) => [letter.charCodeAt(0), kilobytes],
  ),
);

/** Where the values of a device row are. Columns are found by name: their order changed four times. */
export interface IostatLayout {
  /** Order of first appearance in the log. */
  index: number;
  /** The header line, to recognize the next one without reading it. */
  header: Buffer;
  /** Names of all columns but the device's. */
  names: string[];
  /** True when the device's name ends the row (--compact, --pretty). */
  nameLast: boolean;
  /** For each cell of a row: index of the value it fills, or -1, and its factor to KB. */
  slots: number[];
  factors: number[];
  /** Values that this table holds. */
  present: number[];
  /** Last cell that holds a needed value, and number of cells. */
  last: number;
  width: number;
}

const DEVICE = /^Device:?$/;
/** A log has at most five (--pretty with discards and flushes); more come from damage and would only grow. */
const MAX_LAYOUTS = 16;

/** The tables of one log. `--pretty` splits a report into several. */
export class Layouts {
  #known: IostatLayout[] = [];

  /** Layout of a header line, null when it heads no device table. */
  find(bytes: Buffer, start: number, end: number): IostatLayout | null {
    for (const layout of this.#known) {
      if (
        layout.header.length === end - start &&
        bytes.compare(layout.header, 0, end - start, start, end) === 0
      ) {
        return layout;
      }
    }
    if (this.#known.length >= MAX_LAYOUTS) return null;
    const layout = parseHeader(Buffer.from(bytes.subarray(start, end)), this.#known.length);
    if (layout) this.#known.push(layout);
    return layout;
  }
}

/** `Device            r/s     rkB/s ...`, `Device:  rrqm/s ...` or `     r/s     rkB/s ... Device`. */
function parseHeader(header: Buffer, index: number): IostatLayout | null {
  const cells = header.toString('latin1').trim().split(/\s+/);
  const nameLast = !DEVICE.test(cells[0] ?? '');
  if (nameLast && !DEVICE.test(cells.at(-1) ?? '')) return null;
  const layout: IostatLayout = {
    index,
    header,
    names: nameLast ? cells.slice(0, -1) : cells.slice(1),
    nameLast,
    slots: [],
    factors: [],
    present: [],
    last: 0,
    width: cells.length,
  };
  if (!layout.names.some((name) => name.endsWith('/s') || name === 'tps')) return null;
  const slots = new Set(layout.names.map((name) => slotOf(name)?.slot));
  cells.forEach((name, cell) => {
    const found = slotOf(name);
    const weight = found && WAITS.get(found.slot);
    // The mean of a wait needs the number of requests of the same row.
    const known = weight === null || weight === undefined || slots.has(weight) ? found : null;
    layout.slots.push(known?.slot ?? -1);
    layout.factors.push(known?.factor ?? 1);
    if (!known) return;
    if (!layout.present.includes(known.slot)) layout.present.push(known.slot);
    layout.last = cell;
  });
  return layout;
}
