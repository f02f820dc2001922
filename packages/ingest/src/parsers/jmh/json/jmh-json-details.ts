import type { LinePiece } from '../../../files/line-blocks';
import type { Fact, FileDetails } from '../../../model/details';
import { type FactInput, FactsBuilder } from '../../context/facts';
import { RepeatNames } from '../../micro-benchmark/limits';
import type { DetailsSession } from '../../parser';
import { ElementReader } from './element-reader';

/** Of one benchmark; profilers print up to a hundred metrics. */
const MAX_FACTS_OF_ONE = 500;

/** Every value of each benchmark as a fact, but the iterations, which are results: settings, errors, profilers. */
export class JmhJsonDetails implements DetailsSession {
  readonly #facts = new FactsBuilder();
  readonly #names = new RepeatNames();
  #own: Pick<FactInput, 'name' | 'value' | 'line'>[] = [];
  readonly #reader = new ElementReader({
    begin: () => {
      this.#own = [];
    },
    value: (path, value, line) => {
      if (path.some((part) => part.startsWith('rawData')) || this.#own.length >= MAX_FACTS_OF_ONE) return;
      const name = path.filter((part) => part !== '#').join('.');
      this.#own.push({ name, value: String(value), line });
    },
    end: () => this.#end(),
    broken: () => {},
  });

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#reader.line(bytes, start, end, lineNumber);
  }

  piece(bytes: Buffer, at: LinePiece): void {
    this.#reader.piece(bytes, at);
  }

  #end(): void {
    const textOf = (wanted: string) => this.#own.find(({ name }) => name === wanted)?.value ?? '';
    const params = this.#own.flatMap(({ name, value }) =>
      name.startsWith('params.') ? [`${name.slice('params.'.length)}=${value}`] : [],
    );
    const name = textOf('benchmark') + (params.length > 0 ? `[${params.join(',')}]` : '');
    const group = this.#names.next(`${name} (${textOf('mode')})`);
    for (const fact of this.#own) {
      if (fact.name !== 'benchmark') this.#facts.add({ group, unit: this.#unitOf(fact.name), ...fact });
    }
    this.#own = [];
  }

  /** Of `primaryMetric.score` what `primaryMetric.scoreUnit` says. */
  #unitOf(name: string): Fact['unit'] {
    const [, metric] = /^(.*)\.score(?:Error|Confidence|Percentiles\..*)?$/.exec(name) ?? [];
    return this.#own.find((fact) => fact.name === `${metric}.scoreUnit`)?.value ?? null;
  }

  end(): FileDetails {
    return { series: [], histograms: [], facts: this.#facts.build() };
  }
}
