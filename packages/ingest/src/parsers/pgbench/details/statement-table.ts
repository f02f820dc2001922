import type { Fact } from '../../../model/details';
import { toDisplayText } from '../../../text/excerpt';

/**
 * Header of the table of option -r: `statement latencies in milliseconds:`, since 15 ` and failures`, with more than one
 * try `, failures and retries`. Of several scripts, and in 9.6 and 10, a hyphen is before it.
 */
const HEADER =
  /^[\t >]{0,40}(?:- )?statement latencies in milliseconds( and failures|, failures and retries)?:/;
/** Numbers of a row by what the header says, then the statement; 9.x has a tab and 6 decimals. */
const ROWS: Readonly<Record<string, RegExp>> = {
  '': /^[\t >]{0,60}(\d+\.\d+)[\t ]{1,20}(\S.*)$/,
  ' and failures': /^[\t >]{0,60}(\d+\.\d+) {1,20}(\d+)[\t ]{1,20}(\S.*)$/,
  ', failures and retries': /^[\t >]{0,60}(\d+\.\d+) {1,20}(\d+) {1,20}(\d+)[\t ]{1,20}(\S.*)$/,
};
/** Lines that end a table. Lines without a number continue a statement of several lines and do not end it. */
const END = /^[\t >]{0,40}(?:transaction type:|SQL script \d|pgbench[ :]|progress: |tps = )/;
const MAX_STATEMENT = 200;

/** Rows of the tables of statement latencies, as facts. */
export class StatementTable {
  #row: RegExp | null = null;

  /**
   * @param of the script that the table is of
   * @returns facts of one row: its latency in seconds, failures and retries; null for other lines
   */
  line(text: string, { of, line }: { of: string; line: number }): Fact[] | null {
    const header = HEADER.exec(text);
    if (header) {
      this.#row = ROWS[header[1] ?? ''] ?? null;
      return null;
    }
    if (END.test(text)) this.#row = null;
    const found = this.#row?.exec(text);
    if (!found) return null;
    const [milliseconds = '', ...rest] = found.slice(1);
    const statement = toDisplayText(Buffer.from(rest.pop() ?? '')).slice(0, MAX_STATEMENT);
    const counts = ['failures', 'retries'].flatMap((what, index): Fact[] => {
      const value = rest[index];
      if (value === undefined) return [];
      return [
        {
          group: `${what} of statements, ${of}`,
          name: statement,
          value,
          number: finite(value),
          unit: null,
          line,
        },
      ];
    });
    // The point is moved in the text: 0.385 / 1000 is not 0.000385.
    const number = finite(`${milliseconds}e-3`);
    const latency = {
      group: `statement latencies, ${of}`,
      name: statement,
      value: milliseconds,
      number,
      unit: 's',
      line,
    };
    return [latency, ...counts];
  }
}

function finite(text: string): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
