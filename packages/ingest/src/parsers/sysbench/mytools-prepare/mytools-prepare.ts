import { type Relation, reportDisagreements, type Said } from '../../../checks/disagreements';
import { exact, printed, times } from '../../../checks/ranges';
import type { FileReporter } from '../../../files/reporter';
import { parseFileName } from '../../../layout/file-name';
import { toFinite } from '../../../text/finite';
import type { LogParser, ParseSession, Sample } from '../../parser';
import type { PrepareLog } from './prepare-log';

const LOADED = /^Load seconds is (\d+) for (\d+) tables, (\d*\.\d+|\d+) Mips, (\d+) ips$/;

/** `sb.prepare.o.*`: output of the load step; its last line has the rate. */
export const mytoolsPrepare: LogParser = {
  kind: 'sb.prepare',
  about: 'log of the load: `Load seconds is 80 for 8 tables, ...`',
  score: scorePrepare,
  open: (reporter) => new PrepareSession(reporter),
  valueLines: [LOADED],
};

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
      insertsPerS: toFinite(found[4]),
      line: lineNumber,
    };
    reportDisagreements([ratesOf(found, lineNumber)], this.#reporter);
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

/** `.100 Mips, 100000 ips`: one rate in two units; the script cuts off what it does not print. */
function ratesOf(found: RegExpExecArray, line: number): Relation {
  const [millions, inserts] = [Number(found[3]), Number(found[4])];
  const step = 10 ** -(found[3]?.split('.')[1]?.length ?? 0);
  const range = { low: millions, high: millions + step };
  const left: Said = { name: 'Mips', value: millions, range, line, metrics: [] };
  const right: Said = {
    name: 'ips',
    value: inserts,
    range: printed(inserts, 0),
    line,
    metrics: ['throughput'],
  };
  return {
    of: [left, right],
    left: times(range, exact(1e6)),
    right: right.range,
    words: 'ips = Mips × 1,000,000',
  };
}
