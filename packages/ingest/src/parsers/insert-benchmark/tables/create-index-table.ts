import { type LogParser, type Sample, scoreOf } from '../../parser';

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
    return scoreOf(isTable && head.length >= MIN_BYTES, NAME.test(name));
  },
  hasDetails: true,
  open: (reporter, details) => {
    const table: CreateIndexTable = { type: 'create-index-summary', rows: [] };
    return {
      line(bytes, start, end, line) {
        if (start === end) return;
        const row = parseRow(bytes.toString('latin1', start, Math.min(end, start + 400)));
        if (!row) reporter.unparsed('`<setting>,<seconds>,<seconds>,...`', line, bytes.subarray(start, end));
        else if (table.rows.length < MAX_ROWS) {
          table.rows.push({ ...row, line });
          for (const [index, seconds] of row.seconds.entries()) {
            const name = `${millionRows(index)}m rows`;
            details?.facts.add({ group: row.setting, name, value: String(seconds), unit: 's', line });
          }
        }
      },
      end: () => table,
    };
  },
};

const NAME = /^o\.(?:all|one)\./;
const ROW = /^(\d{1,5}[kmg]?)((?:,\d{1,9}){6,20})$/;
const MAX_ROWS = 100;
const MIN_BYTES = 16;

/** Million rows of a column: 2, 4, 8, ... */
export function millionRows(index: number): number {
  return 2 ** (index + 1);
}

function parseRow(text: string): { setting: string; seconds: number[] } | null {
  const found = ROW.exec(text.trimEnd());
  if (!found) return null;
  return { setting: found[1] ?? '', seconds: (found[2] ?? '').slice(1).split(',').map(Number) };
}
