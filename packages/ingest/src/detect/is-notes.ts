import type { Sample } from '../parsers/parser';

const NAME =
  /^(?:readme|notes?|how-?to|(?:example|sample)s?[._ -]outputs?)(?:[._-]|$)|\.(?:md|markdown|rst|adoc)$/i;
/** A line of at least seven plain words, which no tool prints often. */
const SENTENCE = /^[A-Z][a-z]+(?: [a-z']+,?){6,}[.:]$/gm;
const MIN_SENTENCES = 5;

/** True for a file that people wrote about benchmarks, by its name or its prose: the output in it is an example. */
export function isNotes({ name, bytes }: Pick<Sample, 'name' | 'bytes'>): boolean {
  return NAME.test(name) || (bytes.toString('latin1').match(SENTENCE) ?? []).length >= MIN_SENTENCES;
}
