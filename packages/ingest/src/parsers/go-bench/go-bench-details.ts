import type { FileDetails } from '../../model/details';
import { FactsBuilder } from '../context/facts';
import { RepeatNames } from '../micro-benchmark/limits';
import type { DetailsSession } from '../parser';
import { PACKAGE_MARK } from './about';
import { GoBenchReader } from './go-bench-reader';

/** Group of the facts that say where and of what a log is. */
export const SETTINGS_GROUP = 'settings';

/** Every value of each benchmark as a fact, including custom units, and the settings. */
export class GoBenchDetails implements DetailsSession {
  readonly #facts = new FactsBuilder();
  readonly #names = new RepeatNames();
  readonly #reader = new GoBenchReader({
    result: ({ name, iterations, values }, { pkg }, line) => {
      const group = this.#names.next(pkg === null ? name : `${pkg}${PACKAGE_MARK}${name}`);
      this.#facts.add({ group, name: 'iterations', value: String(iterations), line });
      for (const { text, value, unit } of values)
        this.#facts.add({ group, name: unit, value: text, number: value, unit, line });
    },
    setting: (name, value, line) => this.#facts.add({ group: SETTINGS_GROUP, name, value, line }),
  });

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#reader.line(bytes, start, end, lineNumber);
  }

  end(): FileDetails {
    return { series: [], histograms: [], facts: this.#facts.build() };
  }
}
