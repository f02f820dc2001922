import type { FileReporter } from '../../../files/reporter';
import { hintedKind } from '../../../layout/file-name';
import { containsAny } from '../../../text/contains-any';
import type { LogParser, ParseSession, Sample } from '../../parser';
import { slotOf } from './columns';
import { IostatDetails } from './details';
import { DeviceTable } from './device-sums';
import type { IostatLog } from './iostat-log';
import { JsonReports } from './json-reports';
import { MAYBE_SINCE_BOOT, ONLY_SINCE_BOOT } from './report-starts';
import type { ReportVisitor } from './report-visitor';
import { TextSession } from './text-session';

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
  score: scoreIostat,
  open: (reporter) => new IostatSession(reporter),
  openDetails: () => new IostatDetails(),
};

const OPEN_BRACE = 123;
const DEVICE_FIRST = /^Device:?\s.*\s(?:tps|r\/s|rkB\/s|rMB\/s|kB\/s)\s/m;
const DEVICE_LAST = /^ +(?:r\/s|tps)\s.*\sDevice:?$/m;
const CPU = /^avg-cpu: +%user /m;
const JSON_HEAD = /^\s*\{\s*"sysstat"\s*:\s*\{\s*"hosts"/;
/** sadf writes JSON with the same beginning, and other statistics. */
const JSON_REPORT = /"disk_device"\s*:|"avg-cpu"\s*:/;
const NAME = /(?:^|[._-])iostat(?:[._-]|$)|^o\.(?:\S+\.)?io(?:\.dop\d+)?$/;

function scoreIostat(sample: Sample): number {
  const { head, name, bytes } = sample;
  const hinted = hintedKind(name) === 'io';
  if (isIostat(head)) return hinted ? 1 : 0.9;
  if (hinted) return 0.3;
  return bytes.length === 0 && NAME.test(name) ? 0.3 : 0;
}

/** One of them is in whatever a pattern finds. */
const LITERALS = ['Device', 'avg-cpu', 'sysstat'];

function isIostat(head: string): boolean {
  if (!containsAny(head, LITERALS)) return false;
  if (JSON_HEAD.test(head)) return JSON_REPORT.test(head);
  return DEVICE_FIRST.test(head) || DEVICE_LAST.test(head) || CPU.test(head);
}

/** Which of the two prints it is shows with the first line. */
class IostatSession implements ParseSession {
  readonly #reporter: FileReporter;
  #session: ParseSession | null = null;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (this.#session) {
      this.#session.line(bytes, start, end, lineNumber);
      return;
    }
    if (start === end) return;
    const isJson = bytes[start] === OPEN_BRACE;
    this.#session = isJson ? new JsonSession(this.#reporter) : new TextSession(this.#reporter);
    this.#session.line(bytes, start, end, lineNumber);
  }

  end() {
    return this.#session?.end() ?? null;
  }
}

/** Means of `iostat -o JSON`. */
class JsonSession implements ParseSession, ReportVisitor {
  readonly #reporter: FileReporter;
  readonly #json = new JsonReports(this);
  readonly #devices = new DeviceTable();
  #all = 0;
  #cpuBlocks = 0;
  #firstLine = 0;
  #firstDevice: string | null = null;
  #firstNames: number | null = null;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#json.line(bytes.toString('latin1', start, end), lineNumber);
  }

  report(line: number): void {
    this.#all += 1;
    if (this.#all === 1) this.#firstLine = line;
    if (this.#all === 2) this.#firstNames = this.#devices.names;
  }

  unreadable(text: string, line: number): void {
    this.#reporter.unreadable(line, Buffer.from(text, 'latin1'));
  }

  time(): void {}

  cpu(): void {
    this.#cpuBlocks += 1;
  }

  device(name: string, values: ReadonlyMap<string, number>, line: number): void {
    if (this.#firstDevice === null) this.#firstDevice = name;
    const bytes = Buffer.from(name.trim(), 'latin1');
    const device = this.#devices.find(bytes, 0, bytes.length);
    if (!device?.storage) return;
    if (name.startsWith(' ')) device.isGroup = true;
    const isSinceBoot = this.#all === 1 && this.#json.omitsSinceBoot !== true;
    if (isSinceBoot || device.lastReport === this.#all) return;
    device.lastReport = this.#all;
    const slots: number[] = [];
    for (const [key, value] of values) {
      const found = slotOf(key);
      if (!found) continue;
      slots.push(found.slot);
      device.sums[found.slot] = (device.sums[found.slot] ?? 0) + value * found.factor;
    }
    this.#devices.know(slots);
    if ([...values.values()].every((value) => value === 0)) this.#devices.sawIdle();
    if (device.firstLine === 0) device.firstLine = line;
    device.lastLine = line;
    device.samples += 1;
  }

  end(): IostatLog {
    const omits = this.#json.omitsSinceBoot;
    const sinceBoot = this.#all > 0 && omits !== true ? 1 : 0;
    const reports = this.#all - sinceBoot;
    if (this.#json.isCut) {
      this.#reporter.report('TRUNCATED_LOG', 'the JSON ends inside a report; what is complete is read');
    }
    if (sinceBoot > 0 && (reports === 0 || omits === null)) {
      const reason = reports === 0 ? ONLY_SINCE_BOOT : MAYBE_SINCE_BOOT;
      this.#reporter.report('SINCE_BOOT', reason, { line: this.#firstLine });
    }
    const { head } = this.#json;
    return {
      type: 'iostat',
      kernel: head.get('release') ?? null,
      host: head.get('nodename') ?? null,
      date: head.get('date') ?? null,
      cores: toCount(head.get('number-of-cpus')),
      devices: this.#devices.means(reports, this.#json.isCut ? this.#all : null),
      reports,
      sinceBoot,
      counts: {
        tables: this.#all,
        cpuBlocks: this.#cpuBlocks,
        names: this.#firstNames ?? this.#devices.names,
        firstRow: this.#firstDevice,
      },
    };
  }
}

function toCount(digits: string | undefined): number | null {
  return digits !== undefined && /^\d{1,6}$/.test(digits) ? Number(digits) : null;
}
