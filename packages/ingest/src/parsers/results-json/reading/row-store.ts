import type { ResultRow, SaidOfRun } from '../schema/results-schema';

/** A result with the line of its value. */
export interface ReadRow extends Omit<ResultRow, 'series' | 'attributes'> {
  line: number;
}

/** What many results say alike: all but the value, and the run that it is of. */
export type RowKind = Omit<ReadRow, keyof SaidOfRun | 'value' | 'line' | 'repeat' | 'error'>;

/**
 * Results as they were read, some 30 bytes each: a million of them name a few tests, metrics and versions. Each is made an
 * object again when it is asked for, and let go of.
 */
export class RowStore implements Iterable<ReadRow> {
  readonly kinds: RowKind[] = [];
  readonly runs: SaidOfRun[] = [];
  readonly kindOf: number[] = [];
  readonly runOf: number[] = [];
  /** Null: not measured. Undefined: the row has an error and no value. */
  readonly values: (number | null | undefined)[] = [];
  readonly lines: number[] = [];
  /** 0: not said. */
  readonly repeats: number[] = [];
  readonly errors = new Map<number, string>();
  readonly #kindIndex = new Map<string, number>();
  readonly #runIndex = new Map<string, number>();

  get length(): number {
    return this.lines.length;
  }

  add({ value, line, repeat, error, ...row }: ReadRow): void {
    const { machine, workload, clients, product, version, flavour, config, build, at, ...kind } = row;
    const run = { machine, workload, clients, product, version, flavour, config, build, at };
    if (error !== undefined) this.errors.set(this.length, error);
    this.kindOf.push(indexOf(kind, this.kinds, this.#kindIndex));
    this.runOf.push(indexOf(definedOf(run), this.runs, this.#runIndex));
    this.values.push(value);
    this.repeats.push(repeat ?? 0);
    this.lines.push(line);
  }

  /** No more are added: what tells equal ones apart is let go of. */
  close(): void {
    this.#kindIndex.clear();
    this.#runIndex.clear();
  }

  *[Symbol.iterator](): Generator<ReadRow> {
    for (const { row } of this.withRuns()) yield row;
  }

  /** The same, each with what it says of its run and with its kind: one object for all that say the same. */
  *withRuns(): Generator<{ row: ReadRow; said: SaidOfRun; kind: RowKind }> {
    for (let at = 0; at < this.length; at += 1) {
      const kind = this.kinds[this.kindOf[at] as number] as RowKind;
      const said = this.runs[this.runOf[at] as number] as SaidOfRun;
      const value = this.values[at];
      const repeat = this.repeats[at] as number;
      const error = this.errors.get(at);
      // Not spread: a literal with conditional parts takes half of the time that a file of 90,000 results needs.
      const row = Object.assign({ line: this.lines[at] as number }, kind, said) as ReadRow;
      if (value !== undefined) row.value = value;
      if (repeat > 0) row.repeat = repeat;
      if (error !== undefined) row.error = error;
      yield { row, said, kind };
    }
  }
}

function indexOf<Value extends object>(value: Value, values: Value[], indexes: Map<string, number>): number {
  const key = JSON.stringify(value);
  const known = indexes.get(key);
  if (known !== undefined) return known;
  indexes.set(key, values.length);
  values.push(value);
  return values.length - 1;
}

function definedOf(said: { [Key in keyof SaidOfRun]: SaidOfRun[Key] | undefined }): SaidOfRun {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as SaidOfRun;
}
