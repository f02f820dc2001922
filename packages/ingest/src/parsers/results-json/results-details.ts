import type { LinePiece } from '../../files/line-blocks';
import type { Fact, FileDetails, Series } from '../../model/details';
import type { DetailsSession } from '../parser';
import { type FoundObject, ResultReader } from './reading/result-reader';
import { resultSchema } from './schema/results-schema';

/** A page shows so many; the file holds all. */
const MAX_SERIES = 200;
const MAX_POINTS = 200_000;
const MAX_FACTS = 5000;

/** Series and attributes of the results of one file. */
export class ResultsDetails implements DetailsSession {
  readonly #series: Series[] = [];
  readonly #facts: Fact[] = [];
  #points = 0;
  readonly #reader = new ResultReader(
    { row: (found) => this.#row(found), head: (found) => this.#row(found), broken: () => undefined },
    { isWhole: true },
  );

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    this.#reader.line(bytes, start, end, lineNumber);
  }

  piece(bytes: Buffer, at: LinePiece): void {
    this.#reader.piece(bytes, at);
  }

  end(): FileDetails {
    return { series: this.#series, histograms: [], facts: this.#facts };
  }

  #row({ object, line }: FoundObject): void {
    const parsed = resultSchema.safeParse(object);
    if (!parsed.success) return;
    const { test, metric, unit = '', series = [], attributes = {}, repeat } = parsed.data;
    const of = repeat === undefined ? test : `${test}, repeat ${repeat}`;
    const isKept = this.#series.length < MAX_SERIES && this.#points + series.length <= MAX_POINTS;
    if (series.length > 0 && isKept) {
      this.#points += series.length;
      this.#series.push({
        id: metric,
        label: metric,
        unit,
        of,
        seconds: series.map(([second]) => second),
        values: series.map(([, value]) => value),
        lines: series.map(() => line),
      });
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || this.#facts.length >= MAX_FACTS) continue;
      const number = typeof value === 'number' ? value : null;
      this.#facts.push({ group: of, name, value: String(value), number, unit: null, line });
    }
  }
}
