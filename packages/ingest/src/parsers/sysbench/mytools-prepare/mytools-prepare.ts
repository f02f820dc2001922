import type { FileReporter } from '../../../files/reporter';
import { parseFileName } from '../../../layout/file-name';
import { toFinite } from '../../../text/finite';
import type { LogParser, ParseSession, Sample } from '../../parser';
import type { PrepareLog } from './prepare-log';

/** `sb.prepare.o.*`: output of the load step; its last line has the rate. */
export const mytoolsPrepare: LogParser = {
  kind: 'sb.prepare',
  about: 'log of the load: `Load seconds is 80 for 8 tables, ...`',
  score: scorePrepare,
  open: (reporter) => new PrepareSession(reporter),
};

const LOADED = /^Load seconds is (\d+) for (\d+) tables, \S+ Mips, (\d+) ips$/;

function scorePrepare(sample: Sample): number {
  const parsed = parseFileName(sample.name);
  const hinted = parsed?.prepare === true && parsed.kind === 'o';
  const found = /^(?:Setup for \d+ tables|Load seconds is )/m.test(sample.head);
  if (found) return hinted ? 1 : 0.9;
  return hinted ? 0.35 : 0;
}

class PrepareSession implements ParseSession {
  readonly #reporter: FileReporter;
  #log: PrepareLog | null = null;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (bytes[start] !== 76) return;
    const found = LOADED.exec(bytes.toString('latin1', start, Math.min(end, start + 200)));
    if (!found) return;
    this.#log = {
      type: 'prepare',
      seconds: toFinite(found[1]),
      tables: toFinite(found[2]),
      insertsPerS: toFinite(found[3]),
      line: lineNumber,
    };
  }

  end(): PrepareLog {
    if (this.#log) return this.#log;
    this.#reporter.report(
      'TRUNCATED_LOG',
      'expected a line `Load seconds is ... ips`: the load did not finish',
    );
    return { type: 'prepare', seconds: null, tables: null, insertsPerS: null, line: 0 };
  }
}
