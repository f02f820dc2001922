import type { FileDetails } from '../../model/details';
import { FactsBuilder } from '../context/facts';
import { JsonDocuments } from '../json-documents';
import type { DetailsSession } from '../parser';

/** Every value of a JSON text as a fact: its key, and the keys around it as the group. `null` is a value as printed. */
export class JsonFacts implements DetailsSession {
  readonly #facts = new FactsBuilder();
  readonly #documents = new JsonDocuments({
    open: () => {},
    close: () => {},
    value: (path, value, line) => {
      const keys = path.filter((key) => key !== '#');
      const group = keys.length > 1 ? keys.slice(0, -1).join('.') : null;
      this.#facts.add({ group, name: keys.at(-1) ?? '', value: String(value), line });
    },
    documentEnd: () => {},
    broken: () => {},
  });

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#documents.line(bytes, start, end, lineNumber);
  }

  end(): FileDetails {
    return { series: [], histograms: [], facts: this.#facts.build() };
  }
}
