import type { FileReporter } from '../files/reporter';
import { type MetricId, metricOf } from '../model/metric';
import { exact, overlap, printed, type Range } from './ranges';

/** A number of a file that another number of it can be checked against. */
export interface Said {
  /** As people know it: `queries per sec.`, `total time`. */
  name: string;
  value: number;
  /** Its possible values before rounding. */
  range: Range;
  line: number;
  /** What is measured by it; empty for numbers that only serve to check others. */
  metrics: readonly MetricId[];
}

/** @param decimals digits after the point that the tool prints */
export function saidAt(
  line: number,
  [name, value, decimals]: readonly [name: string, value: number, decimals: number],
  metrics: Said['metrics'] = [],
): Said {
  return { name, value, line, metrics, range: printed(value, decimals) };
}

/** A number of a file; null where it is absent. */
export function say(
  name: string,
  at: { value: number; line: number } | null | undefined,
  metrics: readonly MetricId[],
  range: (value: number) => Range = exact,
): Said | null {
  return at ? { name, value: at.value, line: at.line, metrics, range: range(at.value) } : null;
}

/** Two ways to one number. */
export interface Relation<S extends Said = Said> {
  /** Every number that is in it. */
  of: readonly S[];
  left: Range;
  right: Range;
  /** What must be equal, in words: `queries = queries per sec. × total time`. */
  words: string;
  /** True where the two are only near each other: it can break, and it confirms nothing. */
  isRough?: boolean;
}

/** Null where a number of it is not there. */
export type MaybeRelation = Relation | null;

/** A relation of numbers that may not be there. */
export function relationOf<const Of extends readonly (Said | undefined)[]>(
  of: Of,
  describe: (...said: { -readonly [Index in keyof Of]: Said }) => Omit<Relation, 'of'>,
): MaybeRelation {
  if (of.includes(undefined)) return null;
  const said = of as unknown as { -readonly [Index in keyof Of]: Said };
  return { of: [...said], ...describe(...said) };
}

/** A number that a relation makes doubtful, and the contradicting one. */
export interface Disagreement<S extends Said = Said> {
  said: S;
  other: S;
  message: string;
}

/**
 * The relations that do not hold, as the numbers that they make doubtful. A number that another relation confirms is
 * not: where `queries` does not fit its rate but `transactions` fits the same total time, the total time is right.
 * Where every number is confirmed elsewhere nothing tells which is wrong, and all of them are doubtful.
 */
export function findDisagreements<S extends Said>(
  relations: readonly (Relation<S> | null)[],
): Disagreement<S>[] {
  const known = relations.filter((relation) => relation !== null);
  const broken = known.filter(({ left, right }) => !overlap(left, right));
  if (broken.length === 0) return [];
  const whole = known.filter((relation) => !relation.isRough && !broken.includes(relation));
  const confirmed = new Set(whole.flatMap(({ of }) => of));
  return broken.flatMap(({ of, words }) => {
    const unconfirmed = of.filter((said) => !confirmed.has(said));
    const suspects = unconfirmed.length > 0 ? unconfirmed : of;
    const doubtful = suspects.filter(({ metrics }) => metrics.length > 0);
    const numbers = of.map(({ name, value, line }) => `${name} is ${value} (line ${line})`).join(', ');
    // A contradiction is reported even when none of the numbers is measured.
    return (doubtful.length > 0 ? doubtful : suspects.slice(0, 1)).map((said) => ({
      said,
      other: of.find(({ line }) => line !== said.line) ?? of.find((each) => each !== said) ?? said,
      message: `${words} does not hold: ${numbers}`,
    }));
  });
}

/** Reports what disagrees within a file and makes its numbers doubtful. */
export function reportDisagreements(relations: readonly MaybeRelation[], reporter: FileReporter): void {
  for (const { said, other, message } of findDisagreements(relations)) {
    const { line, metrics } = said;
    const doubted = metrics.map((metric) => metricOf(metric).label).join(', ');
    const text = doubted === '' ? message : `${message}; suspect: ${doubted}`;
    reporter.doubt({ line, metrics, message: text, otherLine: other.line });
  }
}
