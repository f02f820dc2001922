import type { FileReporter } from '../../files/reporter';
import { hintedKind } from '../../layout/file-name';
import type { LogParser, ParseSession, Sample } from '../parser';
import { type IostatColumns, readColumns, SLOT, SLOTS } from './columns';
import type { DeviceMeans, IostatLog } from './iostat-log';

/**
 * iostat device tables (`iostat -y -kx 1` in run directories): every block is one sample. Without -y the first block
 * is a mean since boot, but the log does not say so; runs are recorded with -y.
 */
export const iostat: LogParser = {
  kind: 'iostat',
  score: scoreIostat,
  open: (reporter) => new IostatSession(reporter),
};

const HEADER = /^Device:?\s.*\s(?:r\/s|kB_read\/s|MB_read\/s)\s/m;
const SYSTEM = /^Linux .*\((\d+) CPU\)\s*$/;
/** Loop devices and RAM disks are no storage, and there may be a dozen of them. */
const NO_STORAGE = /^(?:loop|ram|zram|sr|fd)\d/;
const UPPER_D = 68;
const UPPER_L = 76;

function scoreIostat(sample: Sample): number {
  const hinted = hintedKind(sample.name) === 'io';
  if (HEADER.test(sample.head)) return hinted ? 1 : 0.9;
  return hinted ? 0.3 : 0;
}

interface DeviceSums {
  name: string;
  nameBytes: Buffer;
  storage: boolean;
  sums: Float64Array;
  samples: number;
  firstLine: number;
  lastLine: number;
}

class IostatSession implements ParseSession {
  readonly #reporter: FileReporter;
  #cores: number | null = null;
  #header = Buffer.alloc(0);
  #columns: IostatColumns | null = null;
  #inTable = false;
  readonly #devices: DeviceSums[] = [];
  /** Index of the device that is expected next: the order of a table does not change. */
  #next = 0;
  readonly #row = new Float64Array(SLOTS);

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) {
      this.#inTable = false;
      return;
    }
    if (bytes[start] === UPPER_D && bytes.toString('latin1', start, start + 6) === 'Device') {
      this.#readHeader(bytes, start, end);
    } else if (this.#inTable) {
      this.#readDevice(bytes, start, end, lineNumber);
    } else if (this.#cores === null && bytes[start] === UPPER_L) {
      const cores = SYSTEM.exec(bytes.toString('latin1', start, Math.min(end, start + 400)))?.[1];
      if (cores) this.#cores = Number(cores);
    }
  }

  #readHeader(bytes: Buffer, start: number, end: number): void {
    if (bytes.compare(this.#header, 0, this.#header.length, start, end) !== 0) {
      this.#header = Buffer.from(bytes.subarray(start, end));
      this.#columns = readColumns(this.#header.toString('latin1'));
    }
    this.#inTable = this.#columns !== null;
    this.#next = 0;
  }

  #readDevice(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    let at = start;
    while (at < end && bytes[at] !== 32) at += 1;
    const device = this.#findDevice(bytes, start, at);
    if (!device.storage) return;
    if (!this.#readNumbers(bytes, at, end)) {
      this.#reporter.report('LINE_UNPARSED', `expected ${this.#columns?.width} columns of numbers`, {
        line: lineNumber,
        bytes: bytes.subarray(start, end),
      });
      return;
    }
    if (device.samples === 0) device.firstLine = lineNumber;
    device.samples += 1;
    device.lastLine = lineNumber;
    for (let slot = 0; slot < SLOTS; slot += 1) {
      device.sums[slot] = (device.sums[slot] ?? 0) + (this.#row[slot] ?? 0);
    }
  }

  #findDevice(bytes: Buffer, start: number, end: number): DeviceSums {
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
    const device: DeviceSums = {
      name,
      nameBytes: Buffer.from(bytes.subarray(start, end)),
      storage: !NO_STORAGE.test(name),
      sums: new Float64Array(SLOTS),
      samples: 0,
      firstLine: 0,
      lastLine: 0,
    };
    this.#devices.push(device);
    this.#next = this.#devices.length;
    return device;
  }

  /** Fills `#row` with the needed columns. False when one is missing or no number, or the line is cut after it. */
  #readNumbers(bytes: Buffer, start: number, end: number): boolean {
    const columns = this.#columns;
    if (!columns) return false;
    let at = start;
    for (let column = 1; column <= columns.last; column += 1) {
      while (at < end && bytes[at] === 32) at += 1;
      const slot = columns.slots[column] ?? -1;
      if (slot < 0) {
        while (at < end && bytes[at] !== 32) at += 1;
        continue;
      }
      if (at === end) return false;
      let digits = 0;
      let scale = 0;
      for (; at < end && bytes[at] !== 32; at += 1) {
        const byte = bytes[at] ?? 0;
        if (byte >= 48 && byte <= 57) {
          digits = digits * 10 + (byte - 48);
          scale *= 10;
        } else if ((byte === 46 || byte === 44) && scale === 0) {
          // A decimal comma where the locale has one.
          scale = 1;
        } else {
          return false;
        }
      }
      if (digits > Number.MAX_SAFE_INTEGER) return false;
      this.#row[slot] = (scale > 1 ? digits / scale : digits) * (columns.factors[slot] ?? 1);
    }
    return at < end || columns.last === columns.width - 1;
  }

  end(): IostatLog {
    const present = this.#columns?.present ?? [];
    const mean = (device: DeviceSums, slot: number) =>
      present[slot] ? (device.sums[slot] ?? 0) / device.samples : null;
    const devices = this.#devices
      .filter((device) => device.storage && device.samples > 0)
      .map(
        (device): DeviceMeans => ({
          name: device.name,
          samples: device.samples,
          readsPerS: mean(device, SLOT.readsPerS),
          readKbPerS: mean(device, SLOT.readKbPerS),
          writesPerS: mean(device, SLOT.writesPerS),
          writeKbPerS: mean(device, SLOT.writeKbPerS),
          firstLine: device.firstLine,
          lastLine: device.lastLine,
        }),
      );
    return { type: 'iostat', cores: this.#cores, devices };
  }
}

/** True when the name is what stands between start and end. A loop: names are shorter than a native call is long. */
function isAt(name: Buffer, { bytes, start, end }: { bytes: Buffer; start: number; end: number }): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i += 1) if (name[i] !== bytes[start + i]) return false;
  return true;
}
