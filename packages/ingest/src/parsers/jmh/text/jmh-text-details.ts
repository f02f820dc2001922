import type { FileDetails } from '../../../model/details';
import { FactsBuilder } from '../../context/facts';
import { RepeatNames } from '../../micro-benchmark/limits';
import type { DetailsSession } from '../../parser';
import { JmhTextReader } from './jmh-text-reader';
import type { TableRow } from './table-row';

/** Every row of the tables as facts, those of profilers too. */
export class JmhTextDetails implements DetailsSession {
  readonly #facts = new FactsBuilder();
  readonly #names = new RepeatNames();
  readonly #reader = new JmhTextReader({
    version: (value, line) => this.#facts.add({ name: 'JMH version', value, line }),
    threads: (count, line) => this.#facts.add({ name: 'threads', value: String(count), line }),
    benchmark: () => {},
    header: () => {},
    row: (row, line) => this.#row(row, line),
    unparsed: () => {},
    failure: () => {},
  });

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#reader.line(bytes, start, end, lineNumber);
  }

  #row({ name, metric, params, mode, count, score, isRounded, error, unit }: TableRow, line: number): void {
    const own = metric === null ? name : `${name}:${metric}`;
    const group = this.#names.next(params === '' ? own : `${own}[${params}]`);
    this.#facts.add({ group, name: 'mode', value: mode, line });
    if (count !== null) this.#facts.add({ group, name: 'count', value: count, line });
    const text = isRounded ? `≈ ${score.text}` : score.text;
    this.#facts.add({ group, name: 'score', value: text, number: score.value, unit, line });
    if (error !== null) this.#facts.add({ group, name: 'error', value: error, unit, line });
  }

  end(): FileDetails {
    return { series: [], histograms: [], facts: this.#facts.build() };
  }
}
