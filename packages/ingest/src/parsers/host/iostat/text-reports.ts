import { HUMAN_UNITS, type IostatLayout, Layouts } from './columns';
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
