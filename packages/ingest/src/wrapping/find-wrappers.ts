import { SAMPLE_BYTES } from '../limits';
import { MAX_FORMS } from './end-of-forms';
import { BESIDE_FORMS, endOfForm, LINE_FORMS, type LineForm, MAY_BE_WRAPPED } from './line-forms';
import { ESCAPE, trimLineEnd, withoutCodes } from './terminal-codes';
import { unwrapLine, type Wrapper } from './wrapper';

/** Lines with text that are looked at. */
const MAX_LINES = 400;
/** Part of the lines that carry a form: a CI says a few words of its own without it. */
const MIN_SHARE = 0.5;
/** Bytes that are looked at for a part of a form before lines are. */
const HEAD_BYTES = 4096;

/** What a file may be wrapped in, and what its beginning is without it. */
export interface WrappedSample {
  /** Null: nothing is taken off. */
  wrapper: Wrapper | null;
  sample: Buffer;
}

/**
 * What may have been added to the lines of a file, judged by its own lines: nothing, then one form after the other, from the
 * outside inwards. Which of them is right shows by what is read behind them. Codes for terminals are no part of any log.
 *
 * @param sample first 64 KiB of the file
 */
export function findWrappers(sample: Buffer): [WrappedSample, ...WrappedSample[]] {
  const hasCodes = sample.includes(ESCAPE);
  if (!hasCodes && !MAY_BE_WRAPPED.test(sample.toString('latin1', 0, HEAD_BYTES)))
    return [{ wrapper: null, sample }];
  const text = sample.toString('latin1');
  const plain = withoutCodes(text);
  const isColoured = plain.length < text.length;
  const all = plain.split('\n');
  // The sample may end within a line, and is too short then to look cut.
  const lines = sample.length >= SAMPLE_BYTES && all.length > 1 ? all.slice(0, -1) : all;
  const found: [WrappedSample, ...WrappedSample[]] = [
    isColoured
      ? { wrapper: { forms: [], hasCodes: true }, sample: withoutForms(lines, []) }
      : { wrapper: null, sample },
  ];
  let texts = textLines(lines);
  const forms: LineForm[] = [];
  while (forms.length < MAX_FORMS) {
    texts = withoutTables(texts);
    const form = commonForm(texts);
    if (!form) break;
    forms.push(form);
    texts = texts.map((line) => line.slice(Math.max(0, endOfForm(form, line, 0))));
    const wrapper = { forms: [...forms], hasCodes: isColoured };
    found.push({ wrapper, sample: withoutForms(lines, forms) });
  }
  return found;
}

function textLines(lines: readonly string[]): string[] {
  const found: string[] = [];
  for (const line of lines) {
    const text = trimLineEnd(line);
    if (text === '' || BESIDE_FORMS.test(text)) continue;
    found.push(text);
    if (found.length === MAX_LINES) break;
  }
  return found;
}

/** What psql writes over the rows of a table, and over each record where it writes one value a line (`\x`). */
const PSQL_RULE = /^-(?:\[ RECORD \d+ \]|-*\+-)[-+]*$/;

/**
 * Lines outside of what psql printed: the bars between its columns are none behind the name of a service. They all stand where the rule
 * over them has its plus. A rule that is longer than names and values has none; then they stand where the first of them does.
 */
function withoutTables(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let isBelowRule = false;
  let bar = -1;
  for (const line of lines) {
    if (line.startsWith('-') && PSQL_RULE.test(line)) {
      isBelowRule = true;
      bar = line.indexOf('+');
      if (bar > 0 && kept.at(-1)?.[bar] === '|') kept.pop();
      continue;
    }
    if (isBelowRule && bar < 0) bar = line.indexOf('|');
    isBelowRule = isBelowRule && bar > 0 && line[bar] === '|';
    if (!isBelowRule) kept.push(line);
  }
  return kept;
}

/** The form that the most lines have, if at least half of them have it. */
function commonForm(lines: readonly string[]): LineForm | null {
  let [best, most] = [null as LineForm | null, Math.max(0, Math.ceil(lines.length * MIN_SHARE) - 1)];
  for (const form of LINE_FORMS) {
    const count = countUntilOut(lines, form, most);
    if (count > most) [best, most] = [form, count];
  }
  return best;
}

/** Lines that have the form; not counted to the end where they can't be more than `most`. */
function countUntilOut(lines: readonly string[], form: LineForm, most: number): number {
  let count = 0;
  for (const [index, line] of lines.entries()) {
    if (endOfForm(form, line, 0) > 0) count += 1;
    else if (count + lines.length - 1 - index <= most) return 0;
  }
  return count;
}

function withoutForms(lines: readonly string[], forms: readonly LineForm[]): Buffer {
  const bare = lines.map((line) => {
    const text = trimLineEnd(line);
    return text.slice(unwrapLine(text, forms).start);
  });
  return Buffer.from(bare.join('\n'), 'latin1');
}
