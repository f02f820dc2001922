import type { FileReporter } from '../../files/reporter';
import { toFinite } from '../../text/finite';
import type { LogParser, ParseSession, Sample } from '../parser';

/** `o.dbsz.dop<N>`: database size of tables and indexes, as reported by the database, in GiB. */
export interface DatabaseSize {
  type: 'iibench-database-size';
  gib: number;
  line: number;
}

/** One number with all its decimals: `0.57972655352205038071`. */
const CONTENT = /^\s*\d{1,9}\.\d{8,40}\s*$/;
const NAME = /^o\.dbsz(?:\.dop\d+)?$/;

export const databaseSize: LogParser = {
  kind: 'iibench-database-size',
  about: 'size of the database in GiB: one number',
  score: ({ name, head }: Sample) => {
    const isNamed = NAME.test(name);
    if (CONTENT.test(head)) return isNamed ? 1 : 0.9;
    return isNamed ? 0.3 : 0;
  },
  open: (reporter) => new DatabaseSizeSession(reporter),
};

class DatabaseSizeSession implements ParseSession {
  readonly #reporter: FileReporter;
  #size: DatabaseSize | null = null;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (this.#size) return;
    const text = bytes.toString('latin1', start, Math.min(end, start + 100)).trim();
    if (text === '') return;
    const gib = toFinite(text);
    if (gib !== null && gib >= 0) this.#size = { type: 'iibench-database-size', gib, line: lineNumber };
    else {
      const spot = { line: lineNumber, bytes: bytes.subarray(start, end) };
      this.#reporter.report('LINE_UNPARSED', 'expected a number of GiB', spot);
    }
  }

  end(): DatabaseSize | null {
    return this.#size;
  }
}
