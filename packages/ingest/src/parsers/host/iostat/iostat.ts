import type { FileReporter } from '../../../files/reporter';
import { hintedKind } from '../../../layout/file-name';
import { containsAny } from '../../../text/contains-any';
import type { LogParser, ParseSession, Sample } from '../../parser';
import { IostatDetails } from './details';
import { JsonSession } from './json-session';
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
