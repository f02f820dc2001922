import type { ReportVisitor } from './report-visitor';

/** `"rkB/s": 34200.00`, `"disk_device": "vda"`, `"disk": `, and brackets. */
const TOKEN = /"([^"]*)"\s*:\s*(?:"([^"]*)"|(-?\d[\d.]*))?|[{}[\]]/g;

/**
 * Reads `iostat -o JSON` as it comes: a log that was cut gives its complete devices. It knows the names, not the
 * layout, so a file that was printed again by another tool reads the same.
 *
 *     {"disk_device": "vda", "r/s": 8550.00, "w/s": 0.00, ..., "util": 72.70}
 */
export function newJsonReports(visitor: ReportVisitor) {
  const head = new Map<string, string>();
  /** Values of the object that is open, null when it is neither a device nor avg-cpu. */
  let values: Map<string, number> | null = null;
  let openDevice: string | null = null;
  let isDamaged = false;
  let line = 0;
  let reports = 0;
  let depth = 0;
  /** True on the line after iostat's own `"statistics": [`: an empty one shows -y. */
  let isAfterStatistics = false;
  let isOwnPrint = false;
  let isSinceBootOmitted = false;

  const omitsSinceBoot = (): boolean | null => {
    if (isSinceBootOmitted) return true;
    return isOwnPrint ? false : null;
  };

  const pair = (key: string, value: string | undefined, lineNumber: number): void => {
    if (key === 'disk' && value === undefined) {
      reports += 1;
      visitor.report(lineNumber, reports === 1 && omitsSinceBoot() !== true);
    } else if (key === 'avg-cpu') {
      open(null, lineNumber);
    } else if (key === 'disk_device' && value !== undefined) {
      open(value, lineNumber);
    } else if (key === 'timestamp' && value !== undefined) {
      visitor.time(value);
    } else if (values) {
      const number = Number(value ?? Number.NaN);
      if (Number.isFinite(number)) values.set(key, number);
      else damage(`"${key}": ${value ?? 'no number'}`, lineNumber);
    } else if (value !== undefined && head.size < 20) {
      head.set(key, value);
    }
  };

  /** Without one of its values a sample would make the means of the others wrong. */
  const damage = (text: string, lineNumber: number): void => {
    isDamaged = true;
    visitor.unreadable?.(text, lineNumber);
  };

  const open = (device: string | null, lineNumber: number): void => {
    openDevice = device;
    values = new Map();
    isDamaged = false;
    line = lineNumber;
  };

  const bracket = (token: string): void => {
    if (token === '{' || token === '[') {
      depth += 1;
      return;
    }
    depth -= 1;
    if (token === '}' && values && !isDamaged) {
      if (openDevice === null) visitor.cpu(values, line);
      else visitor.device(openDevice, values, line);
    }
    values = null;
  };

  return {
    /** Values before the reports, as printed: `nodename`, `release`, `date`, `number-of-cpus`. */
    head,

    /** True when the log ends inside an object or a list. */
    get isCut(): boolean {
      return depth > 0;
    },

    /** True: made with -y. False: without. Null: printed again by another tool, which leaves no trace of it. */
    get omitsSinceBoot(): boolean | null {
      return omitsSinceBoot();
    },

    line(text: string, lineNumber: number): void {
      if (isAfterStatistics && text.trim() === '') isSinceBootOmitted = true;
      isAfterStatistics = false;
      for (const [token, key, word, digits] of text.matchAll(TOKEN)) {
        if (key !== undefined) pair(key, word ?? digits, lineNumber);
        else bracket(token);
      }
      if (/^\t+"statistics": \[$/.test(text.trimEnd())) {
        isAfterStatistics = true;
        isOwnPrint = true;
      }
    },
  };
}
