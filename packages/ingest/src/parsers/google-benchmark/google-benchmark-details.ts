import type { LinePiece } from '../../files/line-blocks';
import type { FileDetails } from '../../model/details';
import { FactsBuilder } from '../context/facts';
import { RepeatNames } from '../micro-benchmark/limits';
import type { DetailsSession } from '../parser';
import { type Fields, RowReader } from './row-reader';

const TIMES = new Set(['real_time', 'cpu_time']);

/** Every value of the context and of each row as a fact: aggregates, counters and labels too, which have no metric. */
export class GoogleBenchmarkDetails implements DetailsSession {
  readonly #facts = new FactsBuilder();
  readonly #names = new RepeatNames();
  readonly #reader = new RowReader({
    context: (name, { value, line }) =>
      this.#facts.add({ group: 'context', name, value: String(value), line }),
    row: (fields) => this.#row(fields),
    broken: () => {},
  });

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#reader.line(bytes, start, end, lineNumber);
  }

  piece(bytes: Buffer, at: LinePiece): void {
    this.#reader.piece(bytes, at);
  }

  #row(fields: Fields): void {
    const group = this.#names.next(String(fields.get('name')?.value ?? ''));
    const unit = String(fields.get('time_unit')?.value ?? 'ns');
    for (const [name, { value, line }] of fields) {
      if (name === 'name') continue;
      this.#facts.add({ group, name, value: String(value), unit: TIMES.has(name) ? unit : null, line });
    }
  }

  end(): FileDetails {
    return { series: [], histograms: [], facts: this.#facts.build() };
  }
}
