import type { DetailsBuilder } from '../../../files/details-builder';
import type { FileReporter } from '../../../files/reporter';
import { hintedKind } from '../../../layout/file-name';
import { containsAny } from '../../../text/contains-any';
import { type LogParser, type ParseSession, type Sample, scoreOf } from '../../parser';
import { newCharts } from './charts';
import { slotOf } from './columns';
import { DeviceTable } from './device-sums';
import type { IostatLog } from './iostat-log';
import { newJsonReports } from './json-reports';
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
  score: scoreIostat,
  hasDetails: true,
  open: readIostat,
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
  return scoreOf(isIostat(head), hinted, 0.3) || (bytes.length === 0 && NAME.test(name) ? 0.3 : 0);
}

/** One of them is in whatever a pattern finds. */
const LITERALS = ['Device', 'avg-cpu', 'sysstat'];

function isIostat(head: string): boolean {
  if (!containsAny(head, LITERALS)) return false;
  if (JSON_HEAD.test(head)) return JSON_REPORT.test(head);
  return DEVICE_FIRST.test(head) || DEVICE_LAST.test(head) || CPU.test(head);
}

/** Which of the two prints it is shows with the first line. */
function readIostat(reporter: FileReporter, details?: DetailsBuilder): ParseSession {
  let session: ParseSession | null = null;
  return {
    line(bytes, start, end, line) {
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
      for (const [key, value] of values) {
        const found = slotOf(key);
        if (!found) continue;
        slots.push(found.slot);
        device.sums[found.slot] = (device.sums[found.slot] ?? 0) + value * found.factor;
      }
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
