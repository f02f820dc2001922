/** How patterns of this package write a number: `\d+(?:\.\d+)?`, `\d{1,12}\.\d`, `[\d.]{1,20}`. */
const NUMBER =
  /(?:\\d|\[\\d\.\])(?:[+*]|\{\d+(?:,\d+)?\})?(?:\(\?:\\\.\\d(?:[+*]|\{\d+(?:,\d+)?\})?\)\?|\\\.\\d(?:[+*]|\{\d+(?:,\d+)?\})?)?/g;
/** The possible text in its place: nothing, or a word. Bounded, so that a hostile line costs no time. */
const ANYTHING = String.raw`\S{0,40}`;
/** Without its number a line has fewer spaces. */
const SPACES = / (?:\+|\{1,\d+\})/g;
const NAMES = /\(\?<\w+>/g;

/**
 * The lines of a pattern with numbers, whatever text is in the place of the numbers: a line that matches this
 * and not the pattern is of a known form, and a number of it can't be read.
 */
export function withoutNumbers(pattern: RegExp): RegExp {
  const source = pattern.source.replace(NUMBER, ANYTHING).replace(SPACES, ' *').replace(NAMES, '(');
  return new RegExp(source, pattern.flags.replace('g', ''));
}

/** As few patterns as there are kinds of flags. */
function joined(forms: readonly RegExp[]): RegExp[] {
  const byFlags = new Map<string, string[]>();
  for (const { source, flags } of forms) byFlags.set(flags, [...(byFlags.get(flags) ?? []), `(?:${source})`]);
  return [...byFlags].map(([flags, sources]) => new RegExp(sources.join('|'), flags));
}

/** Finds lines of a known form whose numbers can't be read. */
export class ValueLines {
  readonly #patterns: readonly RegExp[];
  /** Of all patterns: hardly a line has one of them. */
  readonly #forms: readonly RegExp[];

  /** @param patterns of lines with numbers, as the parser reads them */
  constructor(patterns: readonly RegExp[]) {
    this.#patterns = patterns;
    this.#forms = joined(patterns.map(withoutNumbers));
  }

  isDamaged(text: string): boolean {
    // Of a line whose value is gone the space before it is gone, too.
    const isKnown = this.#forms.some(
      (form) => form.test(text) || (text.endsWith(':') && form.test(`${text} `)),
    );
    if (!isKnown) return false;
    return !this.#patterns.some((pattern) => pattern.test(text));
  }
}
