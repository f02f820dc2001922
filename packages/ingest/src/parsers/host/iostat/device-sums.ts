import { isOptional, SLOT, SLOTS, WAITS } from './columns';
import type { DeviceMeans } from './iostat-log';

/** Loop devices and RAM disks are not storage, and there may be a dozen of them. */
const NO_STORAGE = /^(?:loop|ram|zram|sr|scd|fd)\d/;
/** A host has some hundred; more names come from damage and would only grow. */
const MAX_DEVICES = 5_000;

/** False for loop devices, RAM disks, floppies and optical drives. */
export function isStorage(name: string): boolean {
  return !NO_STORAGE.test(name);
}

export interface DeviceSums {
  name: string;
  nameBytes: Buffer;
  storage: boolean;
  isGroup: boolean;
  sums: Float64Array;
  samples: number;
  /** Number of the report and layout it was seen in last, 0 and -1 before. */
  lastReport: number;
  lastLayout: number;
  firstLine: number;
  lastLine: number;
}

/** Adds the values of a row: a wait as often as requests waited. */
export function addRow({ sums }: DeviceSums, row: Readonly<Float64Array>, slots: readonly number[]): void {
  for (const slot of slots) {
    const weight = isOptional(slot) ? WAITS.get(slot) : undefined;
    const value = weight === undefined ? (row[slot] ?? 0) : (row[slot] ?? 0) * (row[weight] ?? 0);
    sums[slot] = (sums[slot] ?? 0) + value;
  }
}

/** Sums of each device over the reports that count. */
export class DeviceTable {
  readonly #devices: DeviceSums[] = [];
  /** Index of the device that is expected next: the order of a table does not change. */
  #next = 0;
  readonly #present = new Set<number>();
  /** True when every table has reads and writes: --pretty splits them. */
  #isWhole = true;
  #sawIdle = false;

  get names(): number {
    return this.#devices.length;
  }

  /** Idle rows are looked for until one is found: it shows that idle devices are not left out. */
  get wantsIdle(): boolean {
    return !this.#sawIdle;
  }

  sawIdle(): void {
    this.#sawIdle = true;
  }

  startTable(slots: readonly number[]): void {
    this.#next = 0;
    this.know(slots);
  }

  /** Values that the log holds. */
  know(slots: readonly number[]): void {
    for (const slot of slots) this.#present.add(slot);
    const reads = slots.includes(SLOT.readsPerS) || slots.includes(SLOT.readKbPerS);
    const writes = slots.includes(SLOT.writesPerS) || slots.includes(SLOT.writeKbPerS);
    const isTotal = slots.includes(SLOT.totalKbPerS);
    if (!isTotal && !(reads && writes)) this.#isWhole = false;
  }

  /** The device of a name, made when it is new; null when there are too many. */
  find(bytes: Buffer, start: number, end: number): DeviceSums | null {
    const expected = this.#devices[this.#next];
    if (expected && isAt(expected.nameBytes, { bytes, start, end })) {
      this.#next += 1;
      return expected;
    }
    const name = bytes.toString('latin1', start, end);
    const index = this.#devices.findIndex((device) => device.name === name);
    const found = this.#devices[index];
    if (found) {
      this.#next = index + 1;
      return found;
    }
    if (this.#devices.length >= MAX_DEVICES) return null;
    const device: DeviceSums = {
      name,
      nameBytes: Buffer.from(bytes.subarray(start, end)),
      storage: isStorage(name),
      isGroup: false,
      sums: new Float64Array(SLOTS),
      samples: 0,
      lastReport: 0,
      lastLayout: -1,
      firstLine: 0,
      lastLine: 0,
    };
    this.#devices.push(device);
    this.#next = this.#devices.length;
    return device;
  }

  /**
   * Means over the reports of the log.
   *
   * A device that some reports lack was left out while idle (-z) when the log has not one idle row, and counts as 0
   * there; else it came or went, and only the reports that list it count.
   *
   * @param reports reports that count
   * @param cutReport number of the report that the log ends in: what it lacks may have been cut off; null when whole
   */
  means(reports: number, cutReport: number | null): DeviceMeans[] {
    const leavesOutIdle = !this.#sawIdle && this.#isWhole;
    return this.#devices
      .filter((device) => device.storage && device.samples > 0)
      .map((device) => {
        const listed = cutReport !== null && device.lastReport !== cutReport ? reports - 1 : reports;
        return this.#mean(device, leavesOutIdle ? Math.max(listed, device.samples) : device.samples);
      });
  }

  #mean(device: DeviceSums, samples: number): DeviceMeans {
    const sum = (slot: number) => (this.#present.has(slot) ? (device.sums[slot] ?? 0) : null);
    const mean = (slot: number) => (this.#present.has(slot) ? (device.sums[slot] ?? 0) / samples : null);
    const ratio = (part: number, whole: number) => quotient(sum(part), sum(whole));
    const requests = (sum(SLOT.readsPerS) ?? 0) + (sum(SLOT.writesPerS) ?? 0);
    // No request takes no time: older kernels count neither waits nor queues of software arrays.
    const wait = (slot: number, of: number) => {
      const milliseconds = ratio(slot, of);
      return milliseconds === null || milliseconds === 0 ? null : milliseconds / 1000;
    };
    const queue = quotient(sum(SLOT.queue), samples);
    const optional = {
      readWaitS: wait(SLOT.readWait, SLOT.readsPerS),
      writeWaitS: wait(SLOT.writeWait, SLOT.writesPerS),
      readSizeKb: ratio(SLOT.readKbPerS, SLOT.readsPerS),
      writeSizeKb: ratio(SLOT.writeKbPerS, SLOT.writesPerS),
      queueSize: queue === 0 && requests > 0 ? null : queue,
    };
    return {
      name: device.name,
      samples,
      readsPerS: mean(SLOT.readsPerS),
      readKbPerS: mean(SLOT.readKbPerS),
      writesPerS: mean(SLOT.writesPerS),
      writeKbPerS: mean(SLOT.writeKbPerS),
      ...(this.#present.has(SLOT.totalKbPerS) ? { totalKbPerS: mean(SLOT.totalKbPerS) } : {}),
      ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
      ...(device.isGroup ? { isGroup: true } : {}),
      firstLine: device.firstLine,
      lastLine: device.lastLine,
    };
  }
}

/** Null where a part is unknown, or nothing was requested. */
function quotient(part: number | null, whole: number | null): number | null {
  if (part === null || whole === null || whole === 0) return null;
  const value = part / whole;
  return Number.isFinite(value) ? value : null;
}

/** True when the name is what stands between start and end. A loop: names are shorter than a native call is long. */
function isAt(name: Buffer, { bytes, start, end }: { bytes: Buffer; start: number; end: number }): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i += 1) if (name[i] !== bytes[start + i]) return false;
  return true;
}
