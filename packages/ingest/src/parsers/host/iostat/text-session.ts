import type { FileReporter } from '../../../files/reporter';
import type { ParseSession } from '../../parser';
import { type IostatLayout, Layouts } from './columns';
import { type DeviceSums, DeviceTable } from './device-sums';
import type { IostatLog } from './iostat-log';
import { ReportStarts } from './report-starts';
import { isIdle, RowNumbers } from './row-numbers';
import { isNameLast, lastCell, startsWith } from './text-lines';

const SPACE = 32;
const [UPPER_D, UPPER_L, LOWER_A] = [68, 76, 97];
/** Cells of the first row that are kept: the device and five values. */
const FIRST_CELLS = 6;

/** Device tables as iostat prints them. Only the cells that means are taken of are read. */
export class TextSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #layouts = new Layouts();
  readonly #starts = new ReportStarts();
  readonly #devices = new DeviceTable();
  readonly #numbers = new RowNumbers();
  #banner = NO_BANNER;
  #layout: IostatLayout | null = null;
  #inTable = false;
  /** The device of the row that is being read; null when there are too many to know it. */
  #device: DeviceSums | null = null;
  /** True when its values are on the next line (-h before sysstat 11.5). */
  #isNameAbove = false;
  #tables = 0;
  #cpuBlocks = 0;
  #firstRow: string | null = null;
  #firstNames: number | null = null;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) {
      this.#inTable = false;
      this.#starts.blank();
      return;
    }
    const first = bytes[start];
    if (first === UPPER_D && startsWith(bytes, start, 'Device')) {
      this.#readHeader(bytes, start, end, lineNumber);
    } else if (first === LOWER_A && startsWith(bytes, start, 'avg-cpu')) {
      this.#inTable = false;
      this.#cpuBlocks += 1;
      this.#starts.text();
    } else if (this.#inTable) {
      this.#readRow(bytes, start, end, lineNumber);
    } else if (first === UPPER_L && startsWith(bytes, start, 'Linux ')) {
      this.#readBanner(bytes.toString('latin1', start, Math.min(end, start + 400)));
    } else if (first === SPACE && isNameLast(bytes, end)) {
      this.#readHeader(bytes, start, end, lineNumber);
    } else {
      this.#starts.text();
    }
  }

  #readBanner(line: string): void {
    const banner = parseBanner(line);
    if (!banner) return;
    this.#starts.banner();
    if (this.#banner.host === null) this.#banner = banner;
  }

  #readHeader(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#layout = this.#layouts.find(bytes, start, end);
    this.#inTable = this.#layout !== null;
    this.#isNameAbove = false;
    if (!this.#layout) return;
    this.#tables += 1;
    this.#starts.header(this.#layout.index, lineNumber);
    if (this.#starts.id === 2 && this.#firstNames === null) this.#firstNames = this.#devices.names;
    this.#devices.startTable(this.#layout.present);
  }

  #readRow(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const layout = this.#layout;
    if (!layout) return;
    if (this.#firstRow === null) this.#firstRow = firstCells(bytes.toString('latin1', start, end));
    if (layout.nameLast) {
      this.#readNameLast(bytes, start, end, lineNumber);
      return;
    }
    if (bytes[start] === SPACE) {
      this.#readIndented(bytes, start, end, lineNumber);
      return;
    }
    let at = start;
    while (at < end && bytes[at] !== SPACE) at += 1;
    this.#device = this.#devices.find(bytes, start, at);
    this.#isNameAbove = at === end;
    if (at < end) this.#readValues(bytes, at, end, lineNumber);
  }

  /** `    6.90    222.14 ...   0.46 sda`; a group has one more space before its name. */
  #readNameLast(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    // Where empty lines were taken out, a header follows rows.
    if (isNameLast(bytes, end)) {
      this.#readHeader(bytes, start, end, lineNumber);
      return;
    }
    const name = lastCell(bytes, start, end);
    this.#device = this.#devices.find(bytes, name, end);
    if (this.#device && bytes[name - 1] === SPACE && bytes[name - 2] === SPACE) this.#device.isGroup = true;
    this.#readValues(bytes, start, name, lineNumber);
  }

  /** Values of the device on the line above, or a group (-g): ` all   60.63 ...`. */
  #readIndented(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    let at = start;
    if (bytes[start + 1] !== SPACE) {
      at = start + 1;
      while (at < end && bytes[at] !== SPACE) at += 1;
      this.#device = this.#devices.find(bytes, start + 1, at);
      if (this.#device) this.#device.isGroup = true;
    } else if (!this.#isNameAbove) {
      this.#device = null;
    }
    this.#isNameAbove = false;
    this.#readValues(bytes, at, end, lineNumber);
  }

  #readValues(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const device = this.#device;
    const layout = this.#layout;
    if (!layout || (device && !device.storage)) return;
    if (!device || !this.#numbers.read(layout, bytes, start, end)) {
      this.#reporter.report('LINE_UNPARSED', `expected ${layout.width} columns of numbers`, {
        line: lineNumber,
        bytes: bytes.subarray(start, end),
      });
      return;
    }
    const starts = this.#starts;
    let isNew = device.lastReport !== starts.id;
    if (!isNew && device.lastLayout === layout.index) {
      starts.begin(lineNumber);
      isNew = true;
    }
    device.lastReport = starts.id;
    device.lastLayout = layout.index;
    if (starts.isSinceBoot) return;
    if (this.#devices.wantsIdle && isIdle(layout, bytes, start, end)) this.#devices.sawIdle();
    if (device.firstLine === 0) device.firstLine = lineNumber;
    device.lastLine = lineNumber;
    if (isNew) device.samples += 1;
    const { row } = this.#numbers;
    for (const slot of layout.present) device.sums[slot] = (device.sums[slot] ?? 0) + (row[slot] ?? 0);
  }

  end(): IostatLog {
    const starts = this.#starts;
    const reason = starts.end();
    if (reason !== null) this.#reporter.report('SINCE_BOOT', reason, { line: starts.sinceBootLine });
    return {
      type: 'iostat',
      ...this.#banner,
      devices: this.#devices.means(starts.reports, this.#inTable ? starts.id : null),
      reports: starts.reports,
      sinceBoot: starts.sinceBoot,
      counts: {
        tables: this.#tables,
        cpuBlocks: this.#cpuBlocks,
        names: this.#firstNames ?? this.#devices.names,
        firstRow: this.#firstRow,
      },
    };
  }
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
