import type { FileReporter } from '../../../files/reporter';
import { toFinite } from '../../../text/finite';
import type { LogParser, ParseSession, Sample } from '../../parser';
import type { QpsRow } from './qps-row';

/** `sb.r.qps.<test>.range<R>.pk<P>`: `98500	pgsql scan range=100`, one value a concurrency. */
export const mytoolsQps: LogParser = {
  kind: 'sb.r.qps',
  about: 'one row of rounded throughputs, then `<engine> <test> range=<R>`',
  score: (sample: Sample) => {
    if (!sample.name.startsWith('sb.r.qps.')) return 0;
    return ROW.test(sample.head) ? 1 : 0.3;
  },
  open: (reporter) => new QpsSession(reporter),
};

const ROW = /^(\d[\d\s]*?)\s+\S+ \S+ range=\d+\s*$/m;

class QpsSession implements ParseSession {
  readonly #reporter: FileReporter;
  #row: QpsRow | null = null;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (this.#row || start === end) return;
    const cells = ROW.exec(bytes.toString('latin1', start, end))?.[1]?.split(/\s+/) ?? [];
    const values = cells.map((cell) => toFinite(cell)).filter((value) => value !== null);
    if (values.length > 0) this.#row = { type: 'qps', values, line: lineNumber };
  }

  end(): QpsRow | null {
    if (!this.#row) this.#reporter.report('LINE_UNPARSED', 'expected `<qps> <engine> <test> range=<n>`');
    return this.#row;
  }
}
