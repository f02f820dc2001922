import { toFinite } from '../../../text/finite';
import { isStep } from '../names';
import { TABLE_COLUMNS, type TableColumn, type TableRow } from './report-table-log';

/** After it, rows are compared with another first row. */
const BREAK = '-';

/** Reads a table line by line: names of steps, headers, rows, and dashes between groups of rows. */
export class TableReader {
  #step: string | null = null;
  #columns: string[] = [];
  #group = 0;

  read(text: string, line: number): TableRow | 'other' | 'unparsed' {
    if (text === '') return 'other';
    if (text === BREAK) {
      this.#group += 1;
      return 'other';
    }
    if (isStep(text)) {
      this.#step = text;
      return 'other';
    }
    const fields = text.split('\t');
    if (fields[0] === 'ips') {
      this.#columns = fields;
      return 'other';
    }
    const tag = fields.at(-1)?.trim() ?? '';
    if (fields.length !== this.#columns.length || tag === '') return 'unparsed';
    const cells: Partial<Record<TableColumn, string>> = {};
    for (const [index, name] of this.#columns.entries()) {
      const column = TABLE_COLUMNS.find((known) => known === name);
      const cell = fields[index] ?? '';
      if (column === undefined) continue;
      if (toFinite(cell) === null && cell !== 'NA' && cell !== 'inf') return 'unparsed';
      cells[column] = cell;
    }
    return { tag, step: this.#step, group: this.#group, cells, line };
  }
}
