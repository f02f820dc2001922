import { endOfForm, type LineForm, MAX_PREFIX } from './line-forms';

/** Parts of a prefix; the first that fits at a place counts. */
type TokenKind = 'clock' | 'level' | 'number' | 'space' | 'other';

interface Token {
  kind: TokenKind;
  text: string;
}

const TOKENS: readonly (readonly [kind: TokenKind, pattern: RegExp])[] = [
  ['clock', /\d{4}([-/.])\d\d\1\d\d(?!\d)|\d\d([-/.])\d\d\2\d{4}(?!\d)|\d\d\/[A-Z][a-z]{2}\/\d{4}/y],
  ['clock', /\d{1,2}:\d\d:\d\d(?:[.,:]\d{1,9})?(?![\d:])/y],
  ['clock', /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?![A-Za-z])/y],
  ['level', /(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|SEVERE|CRITICAL)(?![A-Za-z])/iy],
  ['number', /\d+(?:\.\d+)?/y],
  ['space', /[ \t]+/y],
];

/** Another text of the same kind. */
const SOURCES: Readonly<Record<'clock' | 'level' | 'number', string>> = {
  clock: String.raw`(?:[\d/.-]{8,10}|\d\d/[A-Z][a-z]{2}/\d{4}|\d{1,2}:\d\d:\d\d(?:[.,:]\d{1,9})?|[A-Z][a-z]{2})`,
  level: '[A-Za-z]{4,8}',
  number: String.raw`\d+(?:\.\d+)?`,
};

/** Where a prefix may end. */
const CLOSES = /[\s\])>|:+]/;
/** Beginning that all lines of a tool may have. */
const OF_TOOL = /^(?:progress:|[^A-Za-z>+]*$)/;
/** Fewer lines may begin alike by chance. */
const MIN_LINES = 10;
/** Longest and shortest prefixes that are tried: rows of one tool begin alike behind theirs, too. */
const [MAX_LONGEST, MAX_SHORTEST] = [8, 32];

export interface ShapeOptions {
  /** The file is recognized as it is: then all its lines must have the prefix. */
  isKnown: boolean;
  /** All lines of the file are there. */
  isWhole: boolean;
  /** Lines that must have the prefix. */
  least: number;
  /** Another prefix stands before it: these are not a tool's own lines. */
  isInner: boolean;
}

/**
 * What lines begin with where they begin alike, up to a space or what closes it: the same text, with clocks, levels and numbers in
 * it that differ. `> `, `<13>May  1 12:00:00 db1 bench[4711]: `, `2024-05-01 12:00:00,123 INFO  [main] x.Run - `, `    12<TAB>`. A
 * number alone is a clock or counts lines: it never falls, and words stand behind it in the first line.
 *
 * @param texts lines with text
 */
export function shapesOf(texts: readonly string[], options: ShapeOptions): LineForm[] {
  const { isKnown, least } = options;
  if (isKnown && texts.length < MIN_LINES) return [];
  const sample = longestOf(texts).slice(0, MAX_PREFIX / 2);
  const found: LineForm[] = [];
  const tokens: Token[] = [];
  for (let at = 0; at < sample.length; ) {
    const token = tokenAt(sample, at);
    for (const part of token.kind === 'space' ? token.text : [token.text]) {
      const last = tokens.at(-1);
      if (last?.kind === 'space' && token.kind === 'space') last.text += part;
      else tokens.push({ ...token, text: part });
      at += part.length;
      if (!CLOSES.test(part)) continue;
      if (!mayGoOn(texts, tokens, least)) return fewOf(inOrder(texts, found));
      const forms = formsOf(tokens, options);
      const fitting = forms.filter((form) => hasForm(texts, form, least));
      // A longer prefix has no more lines than a shorter one. Spaces may fill up a number that follows.
      if (forms.length > 0 && fitting.length === 0 && token.kind !== 'space')
        return fewOf(inOrder(texts, found));
      found.push(
        ...fitting.filter((form) => leavesText(texts, form) && !(form.grows && !doesGrow(texts, form))),
      );
    }
  }
  return fewOf(inOrder(texts, found));
}

/**
 * False where too few lines begin like this, whatever their numbers and times: every longer prefix begins so, too. Spaces at its end are
 * not looked at, as they may fill up a number that follows.
 */
function mayGoOn(texts: readonly string[], tokens: readonly Token[], least: number): boolean {
  const text = tokens.at(-1)?.kind === 'space' ? tokens.slice(0, -1) : tokens;
  const pattern = new RegExp(sourceOf(text, { isWild: true }), 'y');
  return hasForm(texts, { name: SAME, pattern }, least);
}

function fewOf<Form>(forms: readonly Form[]): Form[] {
  return forms.filter((_, at) => at < MAX_LONGEST || at >= forms.length - MAX_SHORTEST);
}

/** Forms that most lines have first; of these the one that takes the most off the longest line. */
export function inOrder(texts: readonly string[], forms: readonly LineForm[]): LineForm[] {
  const longest = longestOf(texts);
  const ranked = forms.map((form) => ({
    form,
    count: countOf(texts, form),
    length: endOfForm(form, longest, 0),
  }));
  return ranked.toSorted((a, b) => b.count - a.count || b.length - a.length).map(({ form }) => form);
}

function tokenAt(text: string, at: number): Token {
  for (const [kind, pattern] of TOKENS) {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) return { kind, text: found };
  }
  return { kind: 'other', text: text[at] ?? '' };
}

interface Shape extends LineForm {
  /** The first number of it counts lines, or seconds. */
  readonly grows: boolean;
}

/** Forms of a prefix: with numbers of any value, or with the same ones in every line; none where it is not a prefix. */
function formsOf(tokens: readonly Token[], { isKnown, isWhole, isInner }: ShapeOptions): Shape[] {
  const text = tokens.map((token) => token.text).join('');
  const hasClock = tokens.some(({ kind }) => kind === 'clock');
  const numbers = tokens.filter(({ kind }) => kind === 'number').length;
  const hasLetters = /[A-Za-z]/.test(text);
  if (hasClock) return [toForm(tokens, { name: 'a time stamp and the text next to it', isWild: true })];
  if (text.trim() === '') return [];
  const found: Shape[] = [];
  // Several numbers in a row are cells of a table.
  if (numbers === 1 && !hasLetters)
    found.push(toForm(tokens, { name: 'numbers', isWild: true, grows: true }));
  const isOfTool = isKnown && !isInner && (!isWhole || OF_TOOL.test(text.trimEnd()));
  if (isOfTool || !/[^\s\d.:]/.test(text)) return found;
  if (hasLetters && numbers > 0) found.push(toForm(tokens, { name: SAME, isWild: true, grows: isKnown }));
  return [...found, toForm(tokens, { name: SAME, isWild: false })];
}

const SAME = 'the same text';

function toForm(
  tokens: readonly Token[],
  { name, isWild, grows = false }: { name: string; isWild: boolean; grows?: boolean },
): Shape {
  const source = sourceOf(tokens, { isWild });
  const bare = source.replace(/(?:\\t| )+$/, '');
  return { name, pattern: new RegExp(`${source}|${bare}$`, 'y'), grows };
}

function sourceOf(tokens: readonly Token[], { isWild }: { isWild: boolean }): string {
  return tokens
    .map(({ kind, text }, index) => {
      const next = tokens[index + 1]?.kind;
      const before = tokens[index - 1]?.kind;
      if (kind === 'space') {
        // Columns are filled up with spaces before a number and behind a level.
        const isFilled = isWild && (next === 'number' || (before === 'level' && next !== undefined));
        return isFilled ? '[ \\t]*' : text.replaceAll('\t', '\\t');
      }
      if (kind === 'other' || !isWild) return text.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&');
      const padding = index === 0 && kind === 'number' ? ' *' : '';
      return padding + SOURCES[kind];
    })
    .join('');
}

/**
 * True where the numbers never fall, are not all the same, and words stand behind the first one. Before rows of numbers alone they count
 * the lines: 1, 2, 3.
 */
function doesGrow(texts: readonly string[], form: LineForm): boolean {
  const [first = ''] = texts;
  const end = endOfForm(form, first, 0);
  if (end < 0) return false;
  const hasWords = /[A-Za-z{[]/.test(first.slice(end));
  let last = hasWords ? Number.NEGATIVE_INFINITY : 0;
  let grows = false;
  for (const text of texts) {
    const length = endOfForm(form, text, 0);
    if (length < 0 && hasWords) continue;
    const value = Number(/\d+(?:\.\d+)?/.exec(text.slice(0, Math.max(length, 0)))?.[0]);
    if (hasWords ? value < last : value !== last + 1) return false;
    grows ||= value > last && last >= 0;
    last = value;
  }
  return grows;
}

/** True where at least so many lines have the form; lines are looked at until that is certain. */
function hasForm(texts: readonly string[], form: LineForm, least: number): boolean {
  let misses = 0;
  return texts.every((text) => endOfForm(form, text, 0) >= 0 || texts.length - ++misses >= least);
}

function countOf(texts: readonly string[], form: LineForm): number {
  return texts.filter((text) => endOfForm(form, text, 0) >= 0).length;
}

function longestOf(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

/** Part of the lines that have text behind a prefix: reports of iostat have more empty lines than others. */
const TEXT_SHARE = 1 / 3;

/** True where enough lines have text behind the form: a line may be nothing else. */
export function leavesText(texts: readonly string[], form: LineForm): boolean {
  const isLeft = (line: string) => endOfForm(form, line, 0) < line.length;
  return texts.filter(isLeft).length >= TEXT_SHARE * texts.length;
}
