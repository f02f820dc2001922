import type { FileReporter } from '../../../files/reporter';
import type { Fact, FileDetails } from '../../../model/details';
import type { DetailsSession, LogParser, ParseSession, Sample } from '../../parser';

/** Seconds to create indexes, a row for each buffer size or number of threads, a column for each number of rows. */
export interface CreateIndexTable {
  type: 'create-index-summary';
  rows: { setting: string; seconds: number[]; line: number }[];
}

/**
 * `o.all.<study>`, `o.one.<study>`: seconds for 2, 4, 8, ... 8192 million rows. A row may end early, and 0 is not a time.
 *
 *     64m,7,12,26,58,141,313,544,1327,2548,4999,12841,31662,64605
 */
export const createIndexTable: LogParser = {
  kind: 'create-index-summary',
  about: 'seconds to create indexes: `<buffer>,<seconds for 2m>,<4m>,...,<8192m>`',
  score: ({ name, head }: Sample) => {
    if (!/^\d/.test(head)) return 0;
    const lines = head.trimEnd().split('\n');
    // The head of a larger file ends within a line.
    const isTable = lines.length <= MAX_ROWS && lines.every((line) => parseRow(line) !== null);
    if (!isTable || head.length < MIN_BYTES) return 0;
    return NAME.test(name) ? 1 : 0.9;
  },
  open: (reporter) => new CreateIndexSession(reporter),
  openDetails: () => new CreateIndexDetails(),
};

const NAME = /^o\.(?:all|one)\./;
const ROW = /^(\d{1,5}[kmg]?)((?:,\d{1,9}){6,20})$/;
const MAX_ROWS = 100;
const MIN_BYTES = 16;

class CreateIndexSession implements ParseSession {
  readonly #reporter: FileReporter;
  readonly #table: CreateIndexTable = { type: 'create-index-summary', rows: [] };

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (start === end) return;
    const row = parseRow(bytes.toString('latin1', start, Math.min(end, start + 400)));
    if (!row) {
      const spot = { line: lineNumber, bytes: bytes.subarray(start, end) };
      this.#reporter.report('LINE_UNPARSED', 'expected `<setting>,<seconds>,<seconds>,...`', spot);
    } else if (this.#table.rows.length < MAX_ROWS) this.#table.rows.push({ ...row, line: lineNumber });
  }

  end(): CreateIndexTable {
    return this.#table;
  }
}

class CreateIndexDetails implements DetailsSession {
  readonly #facts: Fact[] = [];

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const row = parseRow(bytes.toString('latin1', start, Math.min(end, start + 400)));
    if (!row || this.#facts.length >= MAX_ROWS * 20) return;
    row.seconds.forEach((number, index) => {
      const name = `${millionRows(index)}m rows`;
      this.#facts.push({
        group: row.setting,
        name,
        value: String(number),
        number,
        unit: 's',
        line: lineNumber,
      });
    });
  }

  end(): FileDetails {
    return { series: [], histograms: [], facts: this.#facts };
  }
}

/** Million rows of a column: 2, 4, 8, ... */
export function millionRows(index: number): number {
  return 2 ** (index + 1);
}

function parseRow(text: string): { setting: string; seconds: number[] } | null {
  const found = ROW.exec(text.trimEnd());
  if (!found) return null;
  return { setting: found[1] ?? '', seconds: (found[2] ?? '').slice(1).split(',').map(Number) };
}
