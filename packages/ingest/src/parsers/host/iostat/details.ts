import { SeriesBuilder } from '../../../files/series-builder';
import type { FileDetails } from '../../../model/details';
import type { DetailsSession } from '../../parser';
import { LogClock } from '../log-clock';
import { HUMAN_UNITS, type IostatLayout, Layouts } from './columns';
import { isStorage } from './device-sums';
import { JsonReports } from './json-reports';
import { ReportStarts } from './report-starts';
import type { ReportVisitor } from './report-visitor';
import { isNameLast, startsWith } from './text-lines';

/** `222.14`, `0,02`, `222.1k`, `14.1%`. */
const HUMAN = /^(\d*[.,]?\d+)([sBkMGTP%]?)$/;

/**
 * Reads every value of iostat's tables, for charts. The session that makes means reads the same lines faster, and only
 * what means are taken of.
 */
export class TextReports {
  /** Whether the report that the visitor is being told of is a mean since boot. */
  readonly starts = new ReportStarts();
  readonly #visitor: ReportVisitor;
  readonly #layouts = new Layouts();
  #layout: IostatLayout | null = null;
  #cpuNames: string[] | null = null;
  #nameAbove: string | null = null;
  #report = 0;
  #seen = new Set<string>();

  constructor(visitor: ReportVisitor) {
    this.#visitor = visitor;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) {
      this.#layout = null;
      this.starts.blank();
    } else if (startsWith(bytes, start, 'Device') || isNameLast(bytes, end)) {
      this.#header(bytes, start, { end, lineNumber });
    } else {
      this.#text(bytes.toString('latin1', start, end), lineNumber);
    }
  }

  #header(bytes: Buffer, start: number, { end, lineNumber }: { end: number; lineNumber: number }): void {
    this.#layout = this.#layouts.find(bytes, start, end);
    if (!this.#layout) return;
    this.starts.header(this.#layout.index, lineNumber);
    this.#begin(lineNumber);
  }

  #begin(lineNumber: number): void {
    if (this.starts.id !== this.#report) this.#visitor.report(lineNumber);
    this.#report = this.starts.id;
    this.#seen.clear();
  }

  #text(line: string, lineNumber: number): void {
    if (line.startsWith('avg-cpu')) {
      this.#layout = null;
      this.#cpuNames = line.trim().split(/\s+/).slice(1);
      this.starts.text();
    } else if (this.#layout) {
      this.#row(line, lineNumber);
    } else if (line.startsWith('Linux ')) {
      this.starts.banner();
    } else if (this.#cpuNames) {
      this.#visitor.cpu(toValues(this.#cpuNames, line.trim().split(/\s+/)), lineNumber);
      this.#cpuNames = null;
      this.starts.text();
    } else {
      this.#visitor.time(line);
      this.starts.text();
    }
  }

  #row(line: string, lineNumber: number): void {
    const layout = this.#layout;
    if (!layout) return;
    const cells = line.trim().split(/\s+/);
    const isIndented = line.startsWith(' ') && !layout.nameLast;
    if (isIndented && line.startsWith('  ')) {
      if (this.#nameAbove !== null) this.#device(this.#nameAbove, cells, lineNumber);
      this.#nameAbove = null;
      return;
    }
    const name = (layout.nameLast ? cells.pop() : cells.shift()) ?? '';
    const isGroup = isIndented || (layout.nameLast && / {2}\S+$/.test(line.trimEnd()));
    if (cells.length === 0) this.#nameAbove = name;
    else this.#device(isGroup ? ` ${name}` : name, cells, lineNumber);
  }

  #device(name: string, cells: readonly string[], lineNumber: number): void {
    const { names = [] } = this.#layout ?? {};
    if (cells.length !== names.length) return;
    if (this.#seen.has(name)) {
      this.starts.begin(lineNumber);
      this.#begin(lineNumber);
    }
    this.#seen.add(name);
    this.#visitor.device(name, toValues(names, cells), lineNumber);
  }
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

const OPEN_BRACE = 123;
/** Series of some twenty busy devices; more come from damage and would only grow. */
const MAX_SERIES = 400;

/**
 * Activity of each device over time, and of the CPU. Loop devices, the report since boot and what is 0 throughout
 * are left out. Seconds are those of the log's times (-t), counted from the first one; a log without them is read as
 * one report a second, because iostat does not print its interval.
 */
export class IostatDetails implements DetailsSession, ReportVisitor {
  readonly #series = new Map<string, { builder: SeriesBuilder; isIdle: boolean }>();
  readonly #clock = new LogClock();
  #text: TextReports | null = null;
  #json: JsonReports | null = null;
  /** CPU and time stand before the devices of their report. */
  #cpu: { values: ReadonlyMap<string, number>; line: number } | null = null;
  #time: number | null = null;
  #reports = 0;
  #counted = 0;
  #second = 0;
  #isSinceBoot = false;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (!this.#text && !this.#json) {
      if (start === end) return;
      if (bytes[start] === OPEN_BRACE) this.#json = new JsonReports(this);
      else this.#text = new TextReports(this);
    }
    if (this.#json) this.#json.line(bytes.toString('latin1', start, end), lineNumber);
    else this.#text?.line(bytes, start, end, lineNumber);
  }

  time(text: string): void {
    this.#time = this.#clock.at(text);
  }

  cpu(values: ReadonlyMap<string, number>, line: number): void {
    this.#cpu = { values, line };
  }

  report(): void {
    this.#reports += 1;
    this.#isSinceBoot = this.#json
      ? this.#reports === 1 && this.#json.omitsSinceBoot !== true
      : (this.#text?.starts.isSinceBoot ?? false);
    if (!this.#isSinceBoot) this.#counted += 1;
    this.#second = this.#time ?? this.#counted;
    this.#time = null;
    if (this.#cpu) this.#add(null, CPU_COLUMNS, this.#cpu);
    this.#cpu = null;
  }

  device(name: string, values: ReadonlyMap<string, number>, line: number): void {
    if (isStorage(name)) this.#add(name.trim(), DEVICE_COLUMNS, { values, line });
  }

  #add(
    of: string | null,
    columns: Readonly<Record<string, SeriesColumn>>,
    { values, line }: { values: ReadonlyMap<string, number>; line: number },
  ): void {
    if (this.#isSinceBoot) return;
    for (const [name, value] of values) {
      const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
      if (!column) continue;
      const key = `${of ?? ''} ${column.id}`;
      let series = this.#series.get(key);
      if (!series) {
        if (this.#series.size >= MAX_SERIES) continue;
        const { id, label, unit } = column;
        series = { builder: new SeriesBuilder({ id, label, unit, of }), isIdle: true };
        this.#series.set(key, series);
      }
      series.builder.add(this.#second, value / column.divisor, line);
      if (value !== 0) series.isIdle = false;
    }
  }

  end(): FileDetails {
    const busy = [...this.#series.values()].filter(({ isIdle }) => !isIdle);
    return { series: busy.map(({ builder }) => builder.build()), histograms: [], facts: [] };
  }
}

/** How a column is shown over time. */
interface SeriesColumn {
  id: string;
  label: string;
  unit: string;
  /** Printed value divided by this is in `unit`. */
  divisor: number;
}

const column = (id: string, label: string, unit: string, divisor = 1): SeriesColumn => ({
  id,
  label,
  unit,
  divisor,
});

const READ = 'read_kb_per_s';
const WRITE = 'write_kb_per_s';
const MB = 1 / 1024;
const SECTORS = 2;
const MILLISECONDS = 1000;

/** Columns of all layouts, and keys of `-o JSON`. */
const DEVICE_COLUMNS: Readonly<Record<string, SeriesColumn>> = {
  'r/s': column('reads_per_s', 'r/s', 'reads/s'),
  'rkB/s': column(READ, 'rkB/s', 'KB/s'),
  'rMB/s': column(READ, 'rkB/s', 'KB/s', MB),
  'rsec/s': column(READ, 'rkB/s', 'KB/s', SECTORS),
  'kB_read/s': column(READ, 'rkB/s', 'KB/s'),
  'MB_read/s': column(READ, 'rkB/s', 'KB/s', MB),
  'Blk_read/s': column(READ, 'rkB/s', 'KB/s', SECTORS),
  'w/s': column('writes_per_s', 'w/s', 'writes/s'),
  'wkB/s': column(WRITE, 'wkB/s', 'KB/s'),
  'wMB/s': column(WRITE, 'wkB/s', 'KB/s', MB),
  'wsec/s': column(WRITE, 'wkB/s', 'KB/s', SECTORS),
  'kB_wrtn/s': column(WRITE, 'wkB/s', 'KB/s'),
  'MB_wrtn/s': column(WRITE, 'wkB/s', 'KB/s', MB),
  'Blk_wrtn/s': column(WRITE, 'wkB/s', 'KB/s', SECTORS),
  tps: column('transfers_per_s', 'tps', 'transfers/s'),
  'kB/s': column('total_kb_per_s', 'kB/s', 'KB/s'),
  'MB/s': column('total_kb_per_s', 'kB/s', 'KB/s', MB),
  'd/s': column('discards_per_s', 'd/s', 'discards/s'),
  'f/s': column('flushes_per_s', 'f/s', 'flushes/s'),
  await: column('io_await', 'await', 's', MILLISECONDS),
  r_await: column('read_await', 'r_await', 's', MILLISECONDS),
  w_await: column('write_await', 'w_await', 's', MILLISECONDS),
  f_await: column('flush_await', 'f_await', 's', MILLISECONDS),
  'avgqu-sz': column('queue_size', 'aqu-sz', 'requests'),
  'aqu-sz': column('queue_size', 'aqu-sz', 'requests'),
  '%util': column('util_percent', '%util', '%'),
  util: column('util_percent', '%util', '%'),
};

/** Values of `avg-cpu`; JSON has them without the percent sign. */
const CPU_COLUMNS: Readonly<Record<string, SeriesColumn>> = Object.fromEntries(
  ['user', 'nice', 'system', 'iowait', 'steal', 'idle'].flatMap((name) => {
    const entry = column(`cpu_${name}_percent`, `%${name}`, '% of all cores');
    return [
      [name, entry],
      [`%${name}`, entry],
    ];
  }),
);
