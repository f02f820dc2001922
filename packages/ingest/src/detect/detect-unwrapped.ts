import { isDeepStrictEqual } from 'node:util';
import { FileReporter } from '../files/reporter';
import { SAMPLE_BYTES } from '../limits';
import { BY_BYTES, type LogParser, type Sample } from '../parsers/parser';
import { PARSERS } from '../parsers/parsers';
import { MAX_FORMS } from '../wrapping/end-of-forms';
import {
  BESIDE_FORMS,
  endOfForm,
  GUESSED_FORMS,
  LINE_FORMS,
  type LineForm,
  MAX_PREFIX,
  MAY_BE_WRAPPED,
} from '../wrapping/line-forms';
import { inOrder, leavesText, shapesOf } from '../wrapping/shapes';
import { ESCAPE, trimLineEnd, withoutCodes } from '../wrapping/terminal-codes';
import { quotedText, unwrapLine, type Wrapper } from '../wrapping/wrapper';
import { type Detection, toSample, weigh } from './detect';

/** The kind of a file, and the prefix removed from its lines before parsing. */
export interface UnwrappedDetection {
  detection: Detection;
  /** Null for a file that is read as it is. */
  wrapper: Wrapper | null;
  /** The beginning of the file without the wrapper. */
  sample: Sample;
  /**
   * Set where no parser reads what the beginning of a wrapped file shows: a benchmark may have run further down, behind what the job
   * installed. It is what is taken off the lines that are searched.
   */
  search: Wrapper | null;
}

/**
 * The parser that reads a file, which may have been copied out of a CI: as it is, or without what was added to each of its
 * lines, whichever is known best. Among equals it is the latter: a parser may know its numbers behind a time stamp and
 * not its names. What a format writes before its own lines stays, because nothing better is known behind it.
 *
 * @param path within the upload
 * @param bytes the first 64 KiB, secrets masked
 */
export function detectUnwrapped(
  path: string,
  bytes: Buffer,
  parsers: readonly LogParser[] = PARSERS,
): UnwrappedDetection {
  const [asItIs, ...behind] = findWrappers(withoutSpacesAtEnds(bytes));
  const sample = toSample(path, asItIs.sample);
  const first = weigh(sample, parsers);
  let best: UnwrappedDetection = {
    detection: first.detection,
    wrapper: asItIs.wrapper,
    sample,
    search: null,
  };
  let score = first.score;
  for (const { wrapper, sample: without } of behind) {
    const next = toSample(path, without);
    const weighed = weighBehind(next, parsers);
    if (weighed.score < score || weighed.detection.outcome !== 'claimed') continue;
    const { parser } = weighed.detection;
    if (parser.hasStamps && isOf(parser, first) && readsAlike(parser, path, bytes, without)) continue;
    best = { detection: weighed.detection, wrapper, sample: next, search: null };
    score = weighed.score;
  }
  const isRead = best.detection.outcome === 'claimed' && best.detection.parser.open !== null;
  const hasStamps = best.detection.outcome === 'claimed' && best.detection.parser.hasStamps === true;
  const guessed = guessWrapper({
    ...{ path, bytes: best.sample.bytes, parsers, score, hasStamps },
    known: best.detection.outcome === 'claimed' ? best.detection.parser : null,
    around: best.wrapper,
  });
  if (guessed) return guessed;
  return isRead ? best : { ...best, search: (behind.at(-1) ?? asItIs).wrapper };
}

/** Spaces and carriage returns before the ends of lines belong to no format; parsers get the lines without them. */
function withoutSpacesAtEnds(bytes: Buffer): Buffer {
  if (!bytes.includes(' \n') && !bytes.includes('\r\n')) return bytes;
  // Begun at the first space of a run only: 64 KiB of spaces within a line took 4 s.
  return Buffer.from(bytes.toString('latin1').replace(/(?<![ \r])[ \r]+(?=\n)/g, ''), 'latin1');
}

/** Part of the lines that carry a guessed form. */
const GUESSED_SHARE = 0.9;
/** Part of the lines that are strings of JSON in output of Ansible, and how many it has at least: `jobs` of HammerDB prints four. */
const [QUOTED_SHARE, MIN_QUOTED] = [0.75, 8];

interface GuessOptions {
  path: string;
  bytes: Buffer;
  parsers: readonly LogParser[];
  /** Of the best parser without a guess. */
  score: number;
  /** That parser. */
  known: LogParser | null;
  /** Its lines begin with time stamps of the tool itself. */
  hasStamps: boolean;
  /** What was taken off already. */
  around: Wrapper | null;
}

/**
 * The format behind a prefix that lines of a tool may have, too; null where the content has none. Many patterns find their line behind
 * a prefix as well. So a file that is recognized as it is has a guessed prefix only where its lines repeat the same few texts:
 * the first cells of a table differ.
 */
function guessWrapper(options: GuessOptions): UnwrappedDetection | null {
  const { path, bytes, parsers, score, known, hasStamps, around } = options;
  const hasCodes = around?.hasCodes ?? bytes.includes(ESCAPE);
  const outer = around?.forms ?? [];
  const latin1 = bytes.toString('latin1');
  const text = hasCodes ? withoutCodes(latin1) : latin1;
  const texts = textLines(text);
  const isKnown = score >= BY_BYTES;
  const guessed = GUESSED_FORMS.filter(
    (form) =>
      countUntilOut(texts, form, GUESSED_SHARE * texts.length) > 0 &&
      leavesText(texts, form) &&
      ((!isKnown && !form.isOneText) || isRepeated(texts, form)),
  );
  const isWhole = bytes.length < SAMPLE_BYTES && texts.length < MAX_LINES;
  const least = isKnown ? texts.length : GUESSED_SHARE * texts.length;
  const isInner = outer.length > 0;
  const shapes = hasStamps ? [] : shapesOf(texts, { isKnown, isWhole, least, isInner });
  const fitting = inOrder(texts, [...guessed, ...shapes]);
  const indentation = !isKnown || !isInner ? indentationOf(texts) : [];
  fitting.push(...indentation);
  const quoted = texts.filter((line) => quotedText(line) !== null).length;
  const isQuoted = isKnown ? quoted >= Math.max(MIN_QUOTED, QUOTED_SHARE * texts.length) : quoted > 0;
  if (fitting.length === 0 && !isQuoted) return null;
  const lines = text.split('\n');
  const candidates: [wrapper: Wrapper, bare: Buffer][] = [];
  if (isQuoted) {
    const bare = lines.map((line) => quotedText(trimLineEnd(line)) ?? '').join('\n');
    candidates.push([{ forms: outer, hasCodes, isQuoted: true }, Buffer.from(bare, 'latin1')]);
  }
  for (const form of fitting)
    candidates.push([{ forms: [...outer, form], hasCodes }, withoutForms(lines, [form])]);
  for (const [wrapper, bare] of candidates) {
    const sample = toSample(path, bare);
    const weighed = weighBehind(sample, parsers);
    if (weighed.score < Math.max(BY_BYTES, score) || weighed.detection.outcome !== 'claimed') continue;
    const { parser } = weighed.detection;
    if (!reads(parser)) continue;
    const isIndented =
      isKnown && parser === known && indentation.some((form) => wrapper.forms.includes(form));
    if (isIndented && readsAlike(parser, path, bytes, bare)) continue;
    return { detection: weighed.detection, wrapper, sample, search: null };
  }
  return null;
}

function isOf(parser: LogParser, { detection }: ReturnType<typeof weigh>): boolean {
  return detection.outcome === 'claimed' && detection.parser === parser;
}

/** True where a parser reads the same with and without a prefix: lines of the format begin with spaces, or time stamps. */
function readsAlike(parser: LogParser, path: string, ...texts: readonly [Buffer, Buffer]): boolean {
  const [asItIs, without] = texts.map((bytes) => {
    const session = parser.open?.(new FileReporter(path));
    bytes
      .toString('latin1')
      .split('\n')
      .forEach((text, index) => {
        const line = Buffer.from(trimLineEnd(text), 'latin1');
        session?.line(line, 0, line.length, index + 1);
      });
    return session?.end() ?? null;
  });
  return isDeepStrictEqual(asItIs, without);
}

/** The spaces that the first line and nine of ten others begin with: JSON that is not wrapped begins at the left. */
function indentationOf(texts: readonly string[]): LineForm[] {
  const first = indentOf(texts[0] ?? '');
  if (first === 0) return [];
  const lengths = texts.map(indentOf);
  const usual = lengths.toSorted((a, b) => a - b)[Math.floor((1 - GUESSED_SHARE) * lengths.length)] ?? 0;
  const length = Math.min(first, usual);
  if (length === 0) return [];
  return [{ name: 'an indentation', pattern: new RegExp(`[ \\t]{${Math.min(length, MAX_PREFIX)}}|$`, 'y') }];
}

function indentOf(line: string): number {
  let length = 0;
  while (line[length] === ' ' || line[length] === '\t') length += 1;
  return length;
}

/** Lines for each text of a prefix that repeats. */
const LINES_PER_PREFIX = 10;

/** True where few texts of the form repeat over the lines: the names of hosts and files, without numbers of lines. */
function isRepeated(texts: readonly string[], form: LineForm): boolean {
  const prefixes = new Set(
    texts.map((line) => line.slice(0, Math.max(0, endOfForm(form, line, 0))).replace(/:\d+:$/, ':')),
  );
  // A tab follows the first cell of a table too.
  const isCell = form.isOneText || [...prefixes].some((prefix) => prefix.endsWith('\t'));
  if (isCell && texts.length < LINES_PER_PREFIX) return false;
  const most = isCell ? 1 : Math.ceil(texts.length / LINES_PER_PREFIX);
  // The empty text is that of the lines without the form.
  return [...prefixes].filter((prefix) => prefix !== '').length <= most;
}

/** The log of a CI or of several services holds more than a benchmark: what would only be kept gives way. */
function weighBehind(sample: Sample, parsers: readonly LogParser[]): ReturnType<typeof weigh> {
  const all = weigh(sample, parsers);
  if (all.detection.outcome !== 'ambiguous') return all;
  return weigh(sample, parsers.filter(reads));
}

function reads({ open, isKept }: LogParser): boolean {
  return open !== null && !isKept;
}

/** Lines with text that are looked at. */
const MAX_LINES = 400;
/** Part of the lines that carry a form: a CI adds a few lines without it. */
const MIN_SHARE = 0.5;
/** Bytes that are looked at for a part of a form before lines are. */
const HEAD_BYTES = 4096;

/** Possible wrappers of a file, and its beginning without them. */
interface WrappedSample {
  /** Null: nothing is taken off. */
  wrapper: Wrapper | null;
  sample: Buffer;
}

/**
 * Candidates for the wrapping of a file's lines, judged by those lines: nothing, then one form after the other, from the
 * outside inwards. The right one is recognized by the content behind it. Codes for terminals never belong to a log.
 *
 * @param sample first 64 KiB of the file
 */
function findWrappers(sample: Buffer): [WrappedSample, ...WrappedSample[]] {
  const hasCodes = sample.includes(ESCAPE);
  if (!hasCodes && !MAY_BE_WRAPPED.test(sample.toString('latin1', 0, HEAD_BYTES)))
    return [{ wrapper: null, sample }];
  const text = sample.toString('latin1');
  // A terminal goes back to the beginning of the line and erases it.
  const plain = withoutCodes(text).replace(/(^|\n)\r+/g, '$1');
  const isColoured = plain.length < text.length;
  // The sample may end within a line, and is too short then to look cut.
  const end = sample.length >= SAMPLE_BYTES ? plain.lastIndexOf('\n') : -1;
  const whole = end < 0 ? plain : plain.slice(0, end);
  let texts = textLines(whole);
  const forms: LineForm[] = [];
  let lines: string[] | null = null;
  const without = () => {
    lines ??= whole.split('\n');
    return withoutForms(lines, forms);
  };
  const found: [WrappedSample, ...WrappedSample[]] = [
    isColoured ? { wrapper: { forms: [], hasCodes: true }, sample: without() } : { wrapper: null, sample },
  ];
  while (forms.length < MAX_FORMS) {
    texts = withoutTables(texts);
    const form = commonForm(texts);
    if (!form) break;
    forms.push(form);
    texts = texts.map((line) => line.slice(Math.max(0, endOfForm(form, line, 0))));
    const wrapper = { forms: [...forms], hasCodes: isColoured };
    found.push({ wrapper, sample: without() });
  }
  return found;
}

/** The first lines with text; a line is split off when it is looked at. */
function textLines(text: string): string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length && found.length < MAX_LINES; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = trimLineEnd(text.slice(start, end));
    if (line !== '' && !BESIDE_FORMS.test(line)) found.push(line);
    start = end + 1;
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
  let left = lines.length;
  for (const line of lines) {
    left -= 1;
    if (endOfForm(form, line, 0) > 0) count += 1;
    else if (count + left <= most) return 0;
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
