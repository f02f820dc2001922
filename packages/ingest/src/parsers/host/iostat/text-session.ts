import type { FileReporter } from '../../../files/reporter';
import type { ParseSession } from '../../parser';
import { HUMAN_UNITS, type IostatLayout, isOptional, Layouts, SLOT, SLOTS } from './columns';
import { addRow, type DeviceSums, DeviceTable } from './device-sums';
import type { IostatLog } from './iostat-log';
import { ReportStarts } from './report-starts';
import type { ReportVisitor } from './report-visitor';

function startsWith(bytes: Buffer, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Start of the last word of a line; trailing spaces belong to it. */
function lastCell(bytes: Buffer, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] !== SPACE) at -= 1;
  return at;
}

/** True for the header of a table whose last column is the device: `     r/s     rkB/s ... Device`. */
function isNameLast(bytes: Buffer, end: number): boolean {
  return startsWith(bytes, end - 7, ' Device') || startsWith(bytes, end - 8, ' Device:');
}

const [ZERO, ONE, NINE] = [48, 49, 57];
const [POINT, COMMA] = [46, 44];

/** Reads the needed cells of a row. One for a log: rows are many, and nothing is allocated for them. */
class RowNumbers {
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
      if (isOptional(slot)) {
        const from = at;
        while (at < end && bytes[at] !== SPACE) at += 1;
        this.row[slot] = toDecimal(bytes, from, at);
        continue;
      }
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

/** Whole numbers of so many digits, and their powers of ten, are exact: so is what is rounded once, their quotient. */
const EXACT_DIGITS = 15;

/** NaN for any other text: the mean of the column is then unknown. */
function toDecimal(bytes: Buffer, start: number, end: number): number {
  let digits = 0;
  let scale = 0;
  for (let at = start; at < end && end - start <= EXACT_DIGITS; at += 1) {
    const byte = bytes[at] ?? 0;
    const isPoint = (byte === POINT || byte === COMMA) && scale === 0 && at > start;
    if (!isPoint && (byte < ZERO || byte > NINE)) return Number.NaN;
    if (isPoint) scale = 1;
    else {
      digits = digits * 10 + (byte - ZERO);
      scale *= 10;
    }
  }
  if (end - start <= EXACT_DIGITS && end > start && scale !== 1) return scale > 1 ? digits / scale : digits;
  const text = bytes.toString('latin1', start, end);
  return /^\d{1,15}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}

function hasUnknown(row: Readonly<Float64Array>, slots: readonly number[]): boolean {
  for (const slot of slots) if (Number.isNaN(row[slot])) return true;
  return false;
}

/** True when no cell of the row has a digit but 0: the device did nothing. */
function isIdle(layout: IostatLayout, bytes: Buffer, start: number, end: number): boolean {
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

const SPACE = 32;
const [UPPER_D, UPPER_L, LOWER_A] = [68, 76, 97];
/** Cells of the first row that are kept: the device and five values. */
const FIRST_CELLS = 6;
/** `222.14`, `0,02`, `222.1k`, `14.1%`. */
const HUMAN = /^(\d*[.,]?\d+)([sBkMGTP%]?)$/;

/**
 * Reads device tables as iostat prints them.
 *
 * @param visitor gets every value; left out, only the cells that means are taken of are read, which is faster
 */
export function readText(reporter: FileReporter, visitor?: ReportVisitor): ParseSession {
  const layouts = new Layouts();
  const starts = new ReportStarts();
  const devices = new DeviceTable();
  const numbers = new RowNumbers();
  let banner = NO_BANNER;
  let layout: IostatLayout | null = null;
  let inTable = false;
  /** The device of the row that is being read; null when there are too many to know it. */
  let device: DeviceSums | null = null;
  /** True when its values are on the next line (-h before sysstat 11.5). */
  let isNameAbove = false;
  let tables = 0;
  let cpuBlocks = 0;
  let firstRow: string | null = null;
  let firstNames: number | null = null;
  /** Names of the values on the line below `avg-cpu`. */
  let cpuNames: string[] | null = null;
  let told = 0;

  const tellReport = (line: number) => {
    if (starts.id !== told) visitor?.report(line, starts.isSinceBoot);
    told = starts.id;
  };

  const readBanner = (text: string) => {
    const found = parseBanner(text);
    if (!found) return;
    starts.banner();
    if (banner.host === null) banner = found;
  };

  const readHeader = (bytes: Buffer, start: number, end: number, line: number) => {
    layout = layouts.find(bytes, start, end);
    inTable = layout !== null;
    isNameAbove = false;
    if (!layout) return;
    tables += 1;
    starts.header(layout.index, line);
    tellReport(line);
    if (starts.id === 2 && firstNames === null) firstNames = devices.names;
    devices.startTable(layout.present);
  };

  const tellDevice = ({ names }: IostatLayout, { name, isGroup }: DeviceSums, text: string, line: number) => {
    const cells = text.trim().split(/\s+/);
    if (cells.length === names.length)
      visitor?.device(isGroup ? ` ${name}` : name, toValues(names, cells), line);
  };

  const readValues = (bytes: Buffer, start: number, end: number, line: number) => {
    if (!layout) return;
    if (device && !device.storage) {
      if (visitor) tellDevice(layout, device, bytes.toString('latin1', start, end), line);
      return;
    }
    if (!device || !numbers.read(layout, bytes, start, end)) {
      const message = `expected ${layout.width} columns of numbers`;
      reporter.report('LINE_UNPARSED', message, { line, bytes: bytes.subarray(start, end) });
      // A second row of the device is of a later report, whose time is unknown.
      if (device && visitor && device.lastReport !== starts.id)
        tellDevice(layout, device, bytes.toString('latin1', start, end), line);
      return;
    }
    let isNew = device.lastReport !== starts.id;
    if (!isNew && device.lastLayout === layout.index) {
      starts.begin(line);
      tellReport(line);
      isNew = true;
    }
    device.lastReport = starts.id;
    device.lastLayout = layout.index;
    if (visitor) tellDevice(layout, device, bytes.toString('latin1', start, end), line);
    if (starts.isSinceBoot) return;
    if (devices.wantsIdle && isIdle(layout, bytes, start, end)) devices.sawIdle();
    if (device.firstLine === 0) device.firstLine = line;
    device.lastLine = line;
    if (isNew) device.samples += 1;
    const { row } = numbers;
    if (hasUnknown(row, layout.present)) {
      const message = 'expected a number for each wait and queue: their means are left out';
      reporter.report('LINE_UNPARSED', message, { line, bytes: bytes.subarray(start, end) });
    }
    addRow(device, row, layout.present);
  };

  /** `    6.90    222.14 ...   0.46 sda`; a group has one more space before its name. */
  const readNameLast = (bytes: Buffer, start: number, end: number, line: number) => {
    // Where empty lines were taken out, a header follows rows.
    if (isNameLast(bytes, end)) {
      readHeader(bytes, start, end, line);
      return;
    }
    const name = lastCell(bytes, start, end);
    device = devices.find(bytes, name, end);
    if (device && bytes[name - 1] === SPACE && bytes[name - 2] === SPACE) device.isGroup = true;
    readValues(bytes, start, name, line);
  };

  /** Values of the device on the line above, or a group (-g): ` all   60.63 ...`. */
  const readIndented = (bytes: Buffer, start: number, end: number, line: number) => {
    let at = start;
    if (bytes[start + 1] !== SPACE) {
      at = start + 1;
      while (at < end && bytes[at] !== SPACE) at += 1;
      device = devices.find(bytes, start + 1, at);
      if (device) device.isGroup = true;
    } else if (!isNameAbove) device = null;
    isNameAbove = false;
    readValues(bytes, at, end, line);
  };

  const readRow = (bytes: Buffer, start: number, end: number, line: number) => {
    if (!layout) return;
    firstRow ??= firstCells(bytes.toString('latin1', start, end));
    if (layout.nameLast) readNameLast(bytes, start, end, line);
    else if (bytes[start] === SPACE) readIndented(bytes, start, end, line);
    else {
      let at = start;
      while (at < end && bytes[at] !== SPACE) at += 1;
      device = devices.find(bytes, start, at);
      isNameAbove = at === end;
      if (at < end) readValues(bytes, at, end, line);
    }
  };

  /** The values below `avg-cpu`, or the time of a report. */
  const tellText = (text: string, line: number) => {
    if (cpuNames) visitor?.cpu(toValues(cpuNames, text.trim().split(/\s+/)), line);
    else visitor?.time(text);
    cpuNames = null;
  };

  return {
    line(bytes, start, end, line) {
      const first = bytes[start];
      if (start === end) {
        inTable = false;
        starts.blank();
      } else if (first === UPPER_D && startsWith(bytes, start, 'Device')) {
        readHeader(bytes, start, end, line);
      } else if (first === LOWER_A && startsWith(bytes, start, 'avg-cpu')) {
        inTable = false;
        cpuBlocks += 1;
        if (visitor) cpuNames = bytes.toString('latin1', start, end).trim().split(/\s+/).slice(1);
        starts.text();
      } else if (inTable) {
        readRow(bytes, start, end, line);
      } else if (first === UPPER_L && startsWith(bytes, start, 'Linux ')) {
        readBanner(bytes.toString('latin1', start, Math.min(end, start + 400)));
      } else if (first === SPACE && isNameLast(bytes, end)) {
        readHeader(bytes, start, end, line);
      } else {
        if (visitor) tellText(bytes.toString('latin1', start, end), line);
        starts.text();
      }
    },
    end(): IostatLog {
      const reason = starts.end();
      if (reason !== null) reporter.report('SINCE_BOOT', reason, { line: starts.sinceBootLine });
      return {
        type: 'iostat',
        ...banner,
        devices: devices.means(starts.reports, inTable ? starts.id : null),
        reports: starts.reports,
        sinceBoot: starts.sinceBoot,
        counts: { tables, cpuBlocks, names: firstNames ?? devices.names, firstRow },
      };
    },
  };
}

/** Converts sizes of `--human` to kB, the unit of the columns without -m; non-numeric values are left out. */
function toValues(names: readonly string[], cells: readonly string[]): Map<string, number> {
  const values = new Map<string, number>();
  names.forEach((name, index) => {
    const [, digits, unit = ''] = HUMAN.exec(cells[index] ?? '') ?? [];
    const value = digits === undefined ? Number.NaN : Number(digits.replace(',', '.'));
    if (Number.isFinite(value)) values.set(name, value * unitFactor(name, unit));
  });
  return values;
}

function unitFactor(name: string, unit: string): number {
  const kilobytes = HUMAN_UNITS.get(unit.charCodeAt(0));
  if (kilobytes === undefined) return 1;
  return name.includes('MB') ? kilobytes / 1024 : kilobytes;
}

function firstCells(line: string): string {
  return line.trim().split(/\s+/).slice(0, FIRST_CELLS).join(' ');
}

/** First line of iostat. */
interface Banner {
  /** Release of the kernel: `6.8.0-31-generic`. */
  kernel: string | null;
  host: string | null;
  /** As the locale prints it: `03/05/2025`, `07.06.2012`, `Thursday 18 April 2019`. */
  date: string | null;
  cores: number | null;
}

const NO_BANNER: Banner = { kernel: null, host: null, date: null, cores: null };

/** `Linux 5.15.0-119-generic (bench1) <TAB>03/19/2025 <TAB>_x86_64_<TAB>(16 CPU)`; before sysstat 9 it ends with the date. */
const BANNER = /^Linux (\S+) \((.*?)\)\s+(.*)$/;
const MACHINE = /\s+_[^_\s]\S*_\s+\((\d{1,6}) [^)]*\)\s*$/;

/** Reads the first line of a log; null when the line is none. */
function parseBanner(line: string): Banner | null {
  const [, kernel = null, host, rest] = BANNER.exec(line) ?? [];
  if (host === undefined || rest === undefined) return null;
  const machine = MACHINE.exec(rest);
  const date = (machine ? rest.slice(0, machine.index) : rest).trim();
  return { kernel, host, date: date === '' ? null : date, cores: machine ? Number(machine[1]) : null };
}
