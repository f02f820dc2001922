/** Where the values of a device row are. Columns are found by name: their order changed three times. */
export interface IostatColumns {
  /** For each column (0 = device name): index of the value it fills, or -1. */
  slots: number[];
  /** Factor to base units (KB) for each value. */
  factors: number[];
  /** Values present, by index of SLOT. */
  present: boolean[];
  /** Last column that holds a needed value, and number of columns. */
  last: number;
  width: number;
}

export const SLOT = { readsPerS: 0, readKbPerS: 1, writesPerS: 2, writeKbPerS: 3 } as const;
export const SLOTS = 4;

const MB = 1024;
/** A sector has 512 bytes. */
const SECTOR = 0.5;

const NAMES: Record<string, readonly [slot: number, factor: number]> = {
  'r/s': [SLOT.readsPerS, 1],
  'rkB/s': [SLOT.readKbPerS, 1],
  'rMB/s': [SLOT.readKbPerS, MB],
  'rsec/s': [SLOT.readKbPerS, SECTOR],
  'w/s': [SLOT.writesPerS, 1],
  'wkB/s': [SLOT.writeKbPerS, 1],
  'wMB/s': [SLOT.writeKbPerS, MB],
  'wsec/s': [SLOT.writeKbPerS, SECTOR],
  'kB_read/s': [SLOT.readKbPerS, 1],
  'kB_wrtn/s': [SLOT.writeKbPerS, 1],
  'MB_read/s': [SLOT.readKbPerS, MB],
  'MB_wrtn/s': [SLOT.writeKbPerS, MB],
};

/** Columns of a header line that starts with `Device` or `Device:`; null when it names none that is needed. */
export function readColumns(header: string): IostatColumns | null {
  const names = header.trim().split(/\s+/);
  const columns: IostatColumns = {
    slots: [],
    factors: new Array(SLOTS).fill(1),
    present: new Array(SLOTS).fill(false),
    last: 0,
    width: names.length,
  };
  names.forEach((name, index) => {
    const known = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
    columns.slots.push(known ? known[0] : -1);
    if (!known) return;
    columns.factors[known[0]] = known[1];
    columns.present[known[0]] = true;
    columns.last = index;
  });
  return columns.last > 0 ? columns : null;
}
