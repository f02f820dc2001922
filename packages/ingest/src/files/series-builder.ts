import type { Series } from '../model/details';

/** More points than any screen has pixels; a day of samples a second is thinned out to eight seconds a point. Even. */
export const MAX_SERIES_POINTS = 20_000;

type SeriesHead = Pick<Series, 'id' | 'label' | 'unit' | 'of'>;

/**
 * Collects the points of a series in bounded memory: when there are MAX_SERIES_POINTS, neighbours are
 * averaged two by two and from then on each point covers twice as many samples. A gap averaged with a value is
 * the value.
 */
export class SeriesBuilder {
  readonly #head: SeriesHead;
  #seconds: number[] = [];
  #values: (number | null)[] = [];
  #lines: number[] = [];
  /** Samples per point. */
  #stride = 1;
  /** Samples of the point that is being collected. */
  #open = { second: 0, line: 0, sum: 0, known: 0, samples: 0 };

  constructor(head: SeriesHead) {
    this.#head = head;
  }

  /** @param value null is a gap; what is not finite counts as one */
  add(second: number, value: number | null, line: number): void {
    const open = this.#open;
    if (open.samples === 0) {
      open.second = second;
      open.line = line;
    }
    open.samples += 1;
    if (value !== null && Number.isFinite(value)) {
      open.sum += value;
      open.known += 1;
    }
    if (open.samples >= this.#stride) this.#close();
  }

  build(): Series {
    if (this.#open.samples > 0) this.#close();
    return { ...this.#head, seconds: this.#seconds, values: this.#values, lines: this.#lines };
  }

  #close(): void {
    const { second, line, sum, known } = this.#open;
    this.#seconds.push(second);
    this.#values.push(known === 0 ? null : sum / known);
    this.#lines.push(line);
    this.#open = { second: 0, line: 0, sum: 0, known: 0, samples: 0 };
    if (this.#seconds.length === MAX_SERIES_POINTS) this.#halve();
  }

  #halve(): void {
    const even = <T>(all: readonly T[]) => all.filter((_, index) => index % 2 === 0);
    const values = this.#values;
    this.#values = even(values).map((value, index) => mean(value, values[2 * index + 1] ?? null));
    this.#seconds = even(this.#seconds);
    this.#lines = even(this.#lines);
    this.#stride *= 2;
  }
}

function mean(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return (a + b) / 2;
}
