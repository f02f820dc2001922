import type { DetailsBuilder } from '../../../files/details-builder';
import type { FileReporter } from '../../../files/reporter';
import { hintedKind } from '../../../identity/names/file-name';
import { containsAny } from '../../../text/contains-any';
import { type LogParser, type ParseSession, scoreOf } from '../../parser';
import { LogClock } from '../log-clock';
import { rowEnd } from '../row-end';
import { SLOT, SLOTS, slotOf } from './columns';
import { addRow, DeviceTable, isStorage } from './device-sums';
import type { IostatLog } from './iostat-log';
import { MAYBE_SINCE_BOOT, ONLY_SINCE_BOOT } from './report-starts';
import type { ReportVisitor } from './report-visitor';
import { readText } from './text-session';

/**
 * iostat: every report is one sample (`iostat -y -kx 1` in run directories). All layouts of sysstat 9 to 12, by the
 * names of their columns: -x or basic, KB, MB or 512-byte blocks, -t, -s, --human, --compact, --pretty, -p, -g, -z,
 * a decimal comma, and -o JSON. Rows of one device that were grepped out of a log are read when a header is there.
 *
 * Source of the layouts: iostat.c of github.com/sysstat/sysstat, and its tests/expected.iostat*.
 */
export const iostat: LogParser = {
  kind: 'iostat',
  about: 'iostat reports: blocks with a `Device` header, or its JSON',
  score(sample) {
    const { head, name, bytes } = sample;
    const hinted = hintedKind(name) === 'io';
    return scoreOf(isIostat(head), hinted, 0.3) || (bytes.length === 0 && NAME.test(name) ? 0.3 : 0);
  },
  hasDetails: true,
  /** Which of the two prints it is shows with the first line. */
  open(reporter, details) {
    let session: ParseSession | null = null;
    return {
      line(bytes, start, lineEnd, line) {
        const end = rowEnd(bytes, start, lineEnd);
        if (!session) {
          if (start === end) return;
          session = (bytes[start] === OPEN_BRACE ? readJson : readText)(
            reporter,
            details && newCharts(details),
          );
        }
        session.line(bytes, start, end, line);
      },
      end: () => session?.end() ?? null,
    };
  },
};

const OPEN_BRACE = 123;
const DEVICE_FIRST = /^Device:?\s.*\s(?:tps|r\/s|rkB\/s|rMB\/s|kB\/s)\s/m;
const DEVICE_LAST = /^ +(?:r\/s|tps)\s.*\sDevice:?[ \t]*$/m;
const CPU = /^avg-cpu: +%user /m;
const JSON_HEAD = /^\s*\{\s*"sysstat"\s*:\s*\{\s*"hosts"/;
/** sadf writes JSON with the same beginning, and other statistics. */
const JSON_REPORT = /"disk_device"\s*:|"avg-cpu"\s*:/;
const NAME = /(?:^|[._-])iostat(?:[._-]|$)|^o\.(?:\S+\.)?io(?:\.dop\d+)?$/;

/** One of them is in whatever a pattern finds. */
const LITERALS = ['Device', 'avg-cpu', 'sysstat'];

function isIostat(head: string): boolean {
  if (!containsAny(head, LITERALS)) return false;
  if (JSON_HEAD.test(head)) return JSON_REPORT.test(head);
  return DEVICE_FIRST.test(head) || DEVICE_LAST.test(head) || CPU.test(head);
}

/** Means of `iostat -o JSON`. */
function readJson(reporter: FileReporter, visitor?: ReportVisitor): ParseSession {
  const devices = new DeviceTable();
  let all = 0;
  let cpuBlocks = 0;
  let firstLine = 0;
  let firstRow: string | null = null;
  let firstNames: number | null = null;
  let isLeftOut = false;

  const json = newJsonReports({
    report(line, isSinceBoot) {
      all += 1;
      isLeftOut = isSinceBoot;
      if (all === 1) firstLine = line;
      if (all === 2) firstNames = devices.names;
      visitor?.report(line, isSinceBoot);
    },
    unreadable: (text, line) => reporter.unreadable(line, Buffer.from(text, 'latin1')),
    time: (text) => visitor?.time(text),
    cpu(values, line) {
      cpuBlocks += 1;
      visitor?.cpu(values, line);
    },
    device(name, values, line) {
      visitor?.device(name, values, line);
      firstRow ??= name;
      const bytes = Buffer.from(name.trim(), 'latin1');
      const device = devices.find(bytes, 0, bytes.length);
      if (!device?.storage) return;
      if (name.startsWith(' ')) device.isGroup = true;
      if (isLeftOut || device.lastReport === all) return;
      device.lastReport = all;
      const slots: number[] = [];
      const row = new Float64Array(SLOTS);
      for (const [key, value] of values) {
        const found = slotOf(key);
        if (!found) continue;
        slots.push(found.slot);
        row[found.slot] = value * found.factor;
      }
      addRow(device, row, slots);
      devices.know(slots);
      if ([...values.values()].every((value) => value === 0)) devices.sawIdle();
      if (device.firstLine === 0) device.firstLine = line;
      device.lastLine = line;
      device.samples += 1;
    },
  });

  return {
    line: (bytes, start, end, line) => json.line(bytes.toString('latin1', start, end), line),
    end(): IostatLog {
      const { head, isCut, omitsSinceBoot: omits } = json;
      const sinceBoot = all > 0 && omits !== true ? 1 : 0;
      const reports = all - sinceBoot;
      if (isCut) reporter.report('TRUNCATED_LOG', 'the JSON ends inside a report; what is complete is read');
      if (sinceBoot > 0 && (reports === 0 || omits === null)) {
        const reason = reports === 0 ? ONLY_SINCE_BOOT : MAYBE_SINCE_BOOT;
        reporter.report('SINCE_BOOT', reason, { line: firstLine });
      }
      return {
        type: 'iostat',
        kernel: head.get('release') ?? null,
        host: head.get('nodename') ?? null,
        date: head.get('date') ?? null,
        cores: toCount(head.get('number-of-cpus')),
        devices: devices.means(reports, isCut ? all : null),
        reports,
        sinceBoot,
        counts: { tables: all, cpuBlocks, names: firstNames ?? devices.names, firstRow },
      };
    },
  };
}

function toCount(digits: string | undefined): number | null {
  return digits !== undefined && /^\d{1,6}$/.test(digits) ? Number(digits) : null;
}

/** How a column is shown over time: a printed value divided by this is in `unit`. */
interface Column {
  id: string;
  label: string;
  unit: string;
  divisor: number;
}

const column = (id: string, label: string, unit: string, divisor = 1): Column => ({
  id,
  label,
  unit,
  divisor,
});

const SLOT_COLUMNS: ReadonlyMap<number, Column> = new Map([
  [SLOT.readsPerS, column('reads_per_s', 'r/s', 'reads/s')],
  [SLOT.readKbPerS, column('read_kb_per_s', 'rkB/s', 'KB/s')],
  [SLOT.writesPerS, column('writes_per_s', 'w/s', 'writes/s')],
  [SLOT.writeKbPerS, column('write_kb_per_s', 'wkB/s', 'KB/s')],
  [SLOT.totalKbPerS, column('total_kb_per_s', 'kB/s', 'KB/s')],
]);
/** Times are printed in milliseconds. */
const WAITS = { await: 'io_await', r_await: 'read_await', w_await: 'write_await', f_await: 'flush_await' };
const UTIL = column('util_percent', '%util', '%');
const QUEUE = column('queue_size', 'aqu-sz', 'requests');
/** Columns of all layouts, and keys of `-o JSON`, that have no mean. */
const DEVICE_COLUMNS: ReadonlyMap<string, Column> = new Map([
  ['tps', column('transfers_per_s', 'tps', 'transfers/s')],
  ['d/s', column('discards_per_s', 'd/s', 'discards/s')],
  ['f/s', column('flushes_per_s', 'f/s', 'flushes/s')],
  ...Object.entries(WAITS).map(([name, id]) => [name, column(id, name, 's', 1000)] as const),
  ['avgqu-sz', QUEUE],
  ['aqu-sz', QUEUE],
  ['%util', UTIL],
  ['util', UTIL],
]);

/** Values of `avg-cpu`; JSON has them without the percent sign. */
const CPU_COLUMNS: ReadonlyMap<string, Column> = new Map(
  ['user', 'nice', 'system', 'iowait', 'steal', 'idle'].flatMap((name) => {
    const own = column(`cpu_${name}_percent`, `%${name}`, '% of all cores');
    return [[name, own] as const, [`%${name}`, own] as const];
  }),
);

function deviceColumn(name: string): Column | undefined {
  const slot = slotOf(name);
  const own = slot && SLOT_COLUMNS.get(slot.slot);
  return own ? { ...own, divisor: 1 / slot.factor } : DEVICE_COLUMNS.get(name);
}

/**
 * Draws the activity of each device over time, and of the CPU. Loop devices, the report since boot and what is 0
 * throughout are left out. Seconds are those of the log's times (-t), counted from the first one; a log without them is
 * read as one report a second, because iostat does not print its interval.
 */
function newCharts(details: DetailsBuilder): ReportVisitor {
  const clock = new LogClock();
  /** CPU and time are printed before the devices of their report. */
  let cpu: { values: ReadonlyMap<string, number>; line: number } | null = null;
  let time: number | null = null;
  let counted = 0;
  let second = 0;
  let isLeftOut = false;

  const add = (
    of: string | null,
    columnOf: (name: string) => Column | undefined,
    { values, line }: { values: ReadonlyMap<string, number>; line: number },
  ) => {
    if (isLeftOut) return;
    for (const [name, value] of values) {
      const found = columnOf(name);
      if (!found) continue;
      const { divisor, ...head } = found;
      details.optionalSeries({ ...head, of }).add(second, value / divisor, line);
    }
  };

  return {
    time(text) {
      time = clock.at(text);
    },
    cpu(values, line) {
      cpu = { values, line };
    },
    report(_, isSinceBoot) {
      isLeftOut = isSinceBoot;
      if (!isSinceBoot) counted += 1;
      second = time ?? counted;
      time = null;
      if (cpu) add(null, (name) => CPU_COLUMNS.get(name), cpu);
      cpu = null;
    },
    device(name, values, line) {
      if (isStorage(name)) add(name.trim(), deviceColumn, { values, line });
    },
  };
}

/** `"rkB/s": 34200.00`, `"disk_device": "vda"`, `"disk": `, and brackets. */
const TOKEN = /"([^"]*)"\s*:\s*(?:"([^"]*)"|(-?\d[\d.]*))?|[{}[\]]/g;

/**
 * Reads `iostat -o JSON` as it comes: a log that was cut gives its complete devices. It knows the names, not the
 * layout, so a file that was printed again by another tool reads the same.
 *
 *     {"disk_device": "vda", "r/s": 8550.00, "w/s": 0.00, ..., "util": 72.70}
 */
function newJsonReports(visitor: ReportVisitor) {
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
