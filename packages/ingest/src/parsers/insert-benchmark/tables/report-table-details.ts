import type { Fact, FileDetails } from '../../../model/details';
import { toFinite } from '../../../text/finite';
import type { DetailsSession } from '../../parser';
import { TableReader } from './table-reader';

const MAX_FACTS = 5000;
const MAX_LINE = 4000;

/** Every cell of a table: of ratios too, which make no results. */
export class ReportTableDetails implements DetailsSession {
  readonly #reader = new TableReader();
  readonly #facts: Fact[] = [];

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const text = bytes.toString('utf8', start, Math.min(end, start + MAX_LINE)).trimEnd();
    const row = this.#reader.read(text, lineNumber);
    if (typeof row === 'string') return;
    const group = row.step === null ? row.tag : `${row.step} ${row.tag}`;
    for (const [name, value] of Object.entries(row.cells)) {
      if (this.#facts.length >= MAX_FACTS) return;
      this.#facts.push({ group, name, value, number: toFinite(value), unit: null, line: lineNumber });
    }
  }

  end(): FileDetails {
    return { series: [], histograms: [], facts: this.#facts };
  }
}
