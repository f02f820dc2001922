import type { FileReporter } from '../../../files/reporter';
import { hintedKind } from '../../../layout/file-name';
import { toFinite } from '../../../text/finite';
import type { LogParser, ParseSession } from '../../parser';
import type { CpuTimeLog } from './cpu-time-log';

const HEAD = /^CPU time of the server's processes$/m;
const ELAPSED = /^elapsed (\d+(?:\.\d+)?) s$/;
const CPU = /^cpu (\d+(?:\.\d+)?) s$/;
const LONGEST = 100;

/**
 * What the server's own processes took of the CPUs while a test ran (docs/how-to/record.md): `sb.cpu.<test>...`. vmstat counts
 * everything that runs on a machine, the tool and other people's work too.
 *
 *     CPU time of the server's processes
 *     elapsed 5.012 s
 *     cpu 2.73 s
 */
export const cpuTime: LogParser = {
  kind: 'cpu_time',
  about: "CPU time of the server's processes: `elapsed 5.012 s`, `cpu 2.73 s`",
  score: ({ head, name }) => {
    const isNamed = hintedKind(name) === 'cpu';
    if (HEAD.test(head)) return isNamed ? 1 : 0.9;
    return isNamed ? 0.3 : 0;
  },
  open: (reporter) => new CpuTimeSession(reporter),
  valueLines: [ELAPSED, CPU],
};

class CpuTimeSession implements ParseSession {
  readonly #reporter: FileReporter;
  #elapsed: number | null = null;
  #cpu: number | null = null;
  #line = 0;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const text = bytes.toString('latin1', start, Math.min(end, start + LONGEST));
    const [elapsed, cpu] = [ELAPSED.exec(text)?.[1], CPU.exec(text)?.[1]];
    if (elapsed !== undefined) this.#elapsed ??= toFinite(elapsed);
    if (cpu === undefined || this.#cpu !== null) return;
    this.#cpu = toFinite(cpu);
    this.#line = lineNumber;
  }

  end(): CpuTimeLog | null {
    const [elapsedSeconds, cpuSeconds] = [this.#elapsed, this.#cpu];
    if (elapsedSeconds !== null && elapsedSeconds > 0 && cpuSeconds !== null) {
      return { type: 'cputime', elapsedSeconds, cpuSeconds, line: this.#line };
    }
    this.#reporter.report('TRUNCATED_LOG', 'expected the lines `elapsed 5.012 s` and `cpu 2.73 s`');
    return null;
  }
}
