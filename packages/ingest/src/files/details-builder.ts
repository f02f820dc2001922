import {
  type Fact,
  type FileDetails,
  type Histogram,
  NO_DETAILS,
  type Profile,
  type Series,
} from '../model/details';
import { naturalOrder } from '../model/natural-order';
import { parseNumber } from '../text/finite';

/** Facts of one file. The largest real dump (pg_stat_io, 35 records of 18 counters) has 650, SHOW GLOBAL VARIABLES 700. */
export const MAX_FACTS = 5000;
/** Name of the last fact of a file that has more; its number says how many are left out. */
export const FACTS_LEFT_OUT = 'facts left out';
/** Characters of a value: a server's public key has 450. */
const MAX_VALUE = 500;
const MAX_NAME = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a zero byte and half of a pair are refused by PostgreSQL
const CONTROL = /[\u0000-\u001f\u007f\p{Cs}]+/gu;

export interface FactInput extends Pick<Fact, 'name' | 'value' | 'line'> {
  group?: string | null;
  /** Left out: the value itself when it is a number. */
  number?: number | null;
  unit?: string | null;
}

/** Collects facts in bounded memory. */
export class FactsBuilder {
  readonly #max: number;
  #facts = new Map<string | number, Fact>();
  #leftOut = 0;
  #lastLine = 0;

  constructor(max = MAX_FACTS) {
    this.#max = max;
  }

  add(fact: FactInput): void {
    this.#put(this.#facts.size, fact);
  }

  /** Replaces the fact of this group and name: the last of several dumps counts. */
  set(fact: FactInput): void {
    const key = `${fact.group ?? ''}\n${fact.name}`;
    // Facts stay in the order of their lines.
    this.#facts.delete(key);
    this.#put(key, fact);
  }

  /** The same, in the place of the one before. */
  update(fact: FactInput): void {
    this.#put(`${fact.group ?? ''}\n${fact.name}`, fact);
  }

  clear(): void {
    this.#facts = new Map();
    this.#leftOut = 0;
  }

  build(): Fact[] {
    const facts = [...this.#facts.values()];
    if (this.#leftOut === 0) return facts;
    const count = this.#leftOut;
    const last = { group: null, name: FACTS_LEFT_OUT, value: `${count}`, number: count, unit: null };
    return [...facts, { ...last, line: this.#lastLine }];
  }

  #put(
    key: string | number,
    { name, value, line, group = null, number = parseNumber(value), unit = null }: FactInput,
  ): void {
    if (this.#facts.size >= this.#max && !this.#facts.has(key)) {
      this.#leftOut += 1;
      this.#lastLine = line;
      return;
    }
    this.#facts.set(key, {
      group: group === null ? null : clean(group, MAX_NAME),
      name: clean(name, MAX_NAME),
      value: clean(value, MAX_VALUE),
      number: number !== null && Number.isFinite(number) ? number : null,
      unit,
      line,
    });
  }
}

function clean(text: string, length: number): string {
  const whole = text.length > length ? `${text.slice(0, length - 1)}…` : text;
  return whole.replace(CONTROL, ' ').trim();
}

/** Above the number of series in any log; a hostile one must not fill the memory. */
const MAX_SERIES = 1000;

/** Collects the series, histograms and facts of one file, in bounded memory. */
export class DetailsBuilder {
  readonly facts: FactsBuilder;
  readonly histograms: Histogram[] = [];
  /** Series that are whole, listed after those that are open. */
  readonly finished: Series[] = [];
  profile: Profile | null = null;
  readonly #series = new Map<string, SeriesBuilder>();
  readonly #optional = new Set<SeriesBuilder>();
  readonly #maxFacts: number | undefined;
  #later: DetailsBuilder | null = null;

  constructor(maxFacts?: number) {
    this.#maxFacts = maxFacts;
    this.facts = new FactsBuilder(maxFacts);
  }

  /** The series of this head, opened on its first use; series are listed in the order of their first use. */
  series({
    of = null,
    ...head
  }: Pick<Series, 'id' | 'label' | 'unit'> & { of?: string | null }): SeriesBuilder {
    const key = `${head.id}\n${head.label}\n${of}`;
    const known = this.#series.get(key);
    if (known) return known;
    const builder = new SeriesBuilder({ ...head, of });
    if (this.#series.size < MAX_SERIES) this.#series.set(key, builder);
    return builder;
  }

  /** The same, left out where it has no value other than 0: a column of what the test does not do. */
  optionalSeries(head: Parameters<DetailsBuilder['series']>[0]): SeriesBuilder {
    const builder = this.series(head);
    this.#optional.add(builder);
    return builder;
  }

  /** Sorts the series opened so far by these labels, then by id and owner. Other labels are last. */
  sortSeries(labels: readonly string[] = []): void {
    const placeOf = (key: string) => labels.indexOf(key.split('\n')[1] ?? '') >>> 0;
    const sorted = [...this.#series].sort(([a], [b]) => placeOf(a) - placeOf(b) || naturalOrder(a, b));
    this.#series.clear();
    for (const [key, builder] of sorted) this.#series.set(key, builder);
  }

  /** Series and facts that are listed after those of this builder, also where they have the same name. */
  get later(): DetailsBuilder {
    this.#later ??= new DetailsBuilder(this.#maxFacts);
    return this.#later;
  }

  /** Forgets everything: an appended run takes the place of the one before. */
  clear(): void {
    this.facts.clear();
    this.histograms.length = 0;
    this.#series.clear();
    this.finished.length = 0;
    this.#later = null;
  }

  build(): FileDetails {
    const { series, facts } = this.#later?.build() ?? NO_DETAILS;
    const own = [...this.#series.values()].flatMap((builder) => {
      const built = builder.build();
      return this.#optional.has(builder) && !built.values.some(Boolean) ? [] : [built];
    });
    return {
      series: [...own, ...this.finished, ...series],
      histograms: this.histograms.filter(({ buckets }) => buckets.length > 0),
      facts: [...this.facts.build(), ...facts],
      ...(this.profile && { profile: this.profile }),
    };
  }
}

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
