import type { ReportVisitor } from './report-visitor';

/** `"rkB/s": 34200.00`, `"disk_device": "vda"`, `"disk": `, and brackets. */
const TOKEN = /"([^"]*)"\s*:\s*(?:"([^"]*)"|(-?\d[\d.]*))?|[{}[\]]/g;

/**
 * Reads `iostat -o JSON` as it comes: a log that was cut gives its complete devices. It knows the names, not the
 * layout, so a file that was printed again by another tool reads the same.
 *
 *     {"disk_device": "vda", "r/s": 8550.00, "w/s": 0.00, ..., "util": 72.70}
 */
export class JsonReports {
  readonly #visitor: ReportVisitor;
  readonly #head = new Map<string, string>();
  /** Values of the object that is open, null when it is neither a device nor avg-cpu. */
  #values: Map<string, number> | null = null;
  #device: string | null = null;
  #isDamaged = false;
  #line = 0;
  #reports = 0;
  #depth = 0;
  /** True on the line after iostat's own `"statistics": [`: an empty one shows -y. */
  #isAfterStatistics = false;
  #isOwnPrint = false;
  #isSinceBootOmitted = false;

  constructor(visitor: ReportVisitor) {
    this.#visitor = visitor;
  }

  /** Values before the reports, as printed: `nodename`, `release`, `date`, `number-of-cpus`. */
  get head(): ReadonlyMap<string, string> {
    return this.#head;
  }

  /** True when the log ends inside an object or a list. */
  get isCut(): boolean {
    return this.#depth > 0;
  }

  /** True: made with -y. False: without. Null: printed again by another tool, which leaves no trace of it. */
  get omitsSinceBoot(): boolean | null {
    if (this.#isSinceBootOmitted) return true;
    return this.#isOwnPrint ? false : null;
  }

  line(text: string, lineNumber: number): void {
    if (this.#isAfterStatistics && text.trim() === '') this.#isSinceBootOmitted = true;
    this.#isAfterStatistics = false;
    for (const [token, key, word, digits] of text.matchAll(TOKEN)) {
      if (key !== undefined) this.#pair(key, word ?? digits, lineNumber);
      else this.#bracket(token);
    }
    if (/^\t+"statistics": \[$/.test(text.trimEnd())) {
      this.#isAfterStatistics = true;
      this.#isOwnPrint = true;
    }
  }

  #pair(key: string, value: string | undefined, lineNumber: number): void {
    if (key === 'disk' && value === undefined) {
      this.#reports += 1;
      this.#visitor.report(lineNumber, this.#reports === 1 && this.omitsSinceBoot !== true);
    } else if (key === 'avg-cpu') {
      this.#open(null, lineNumber);
    } else if (key === 'disk_device' && value !== undefined) {
      this.#open(value, lineNumber);
    } else if (key === 'timestamp' && value !== undefined) {
      this.#visitor.time(value);
    } else if (this.#values) {
      const number = Number(value ?? Number.NaN);
      if (Number.isFinite(number)) this.#values.set(key, number);
      else this.#damage(`"${key}": ${value ?? 'no number'}`, lineNumber);
    } else if (value !== undefined && this.#head.size < 20) {
      this.#head.set(key, value);
    }
  }

  /** Without one of its values a sample would make the means of the others wrong. */
  #damage(text: string, lineNumber: number): void {
    this.#isDamaged = true;
    this.#visitor.unreadable?.(text, lineNumber);
  }

  #open(device: string | null, lineNumber: number): void {
    this.#device = device;
    this.#values = new Map();
    this.#isDamaged = false;
    this.#line = lineNumber;
  }

  #bracket(token: string): void {
    if (token === '{' || token === '[') {
      this.#depth += 1;
      return;
    }
    this.#depth -= 1;
    if (token === '}' && this.#values && !this.#isDamaged) {
      if (this.#device === null) this.#visitor.cpu(this.#values, this.#line);
      else this.#visitor.device(this.#device, this.#values, this.#line);
    }
    this.#values = null;
  }
}
