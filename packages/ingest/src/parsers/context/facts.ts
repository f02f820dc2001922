import type { Fact, FileDetails } from '../../model/details';
import { containsAny } from '../../text/contains-any';
import type { DetailsSession, LogParser, Sample } from '../parser';

/** Facts of one file. The largest real dump (pg_stat_io, 35 records of 18 counters) has 650, SHOW GLOBAL VARIABLES 700. */
export const MAX_FACTS = 5000;
/** Name of the last fact of a file that has more; its number says how many are left out. */
export const FACTS_LEFT_OUT = 'facts left out';
/** Characters of a value: a server's public key has 450. */
const MAX_VALUE = 500;
const MAX_NAME = 200;
/** Bytes of a line that are looked at. */
const MAX_LINE_BYTES = 8192;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a zero byte is refused by PostgreSQL
const CONTROL = /[\u0000-\u001f\u007f]+/g;

export interface FactInput {
  name: string;
  value: string;
  line: number;
  group?: string | null;
  /** Left out: the value itself when it is a number. */
  number?: number | null;
  unit?: string | null;
}

/** Collects facts in bounded memory. */
export class FactsBuilder {
  readonly #facts: Fact[] = [];
  #leftOut = 0;
  #lastLine = 0;

  add({ name, value, line, group = null, number = toNumber(value), unit = null }: FactInput): void {
    if (this.#facts.length >= MAX_FACTS) {
      this.#leftOut += 1;
      this.#lastLine = line;
      return;
    }
    this.#facts.push({
      group: group === null ? null : clean(group, MAX_NAME),
      name: clean(name, MAX_NAME),
      value: clean(value, MAX_VALUE),
      number: number !== null && Number.isFinite(number) ? number : null,
      unit,
      line,
    });
  }

  build(): Fact[] {
    if (this.#leftOut === 0) return this.#facts;
    const count = this.#leftOut;
    const last = { group: null, name: FACTS_LEFT_OUT, value: `${count}`, number: count, unit: null };
    return [...this.#facts, { ...last, line: this.#lastLine }];
  }
}

/** Details that hold facts only: the reader of a format adds them. */
export function factDetails(
  open: (facts: FactsBuilder) => Pick<DetailsSession, 'line' | 'piece'>,
): DetailsSession {
  const facts = new FactsBuilder();
  const end = (): FileDetails => ({ series: [], histograms: [], facts: facts.build() });
  return Object.assign(open(facts), { end });
}

/** A number as a dump prints it; null for text, and for what is too large for one. */
export function toNumber(text: string): number | null {
  if (!/^[-+]?\d{1,40}(?:\.\d{0,40})?(?:e[-+]?\d{1,3})?$/i.test(text)) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

function clean(text: string, length: number): string {
  const whole = text.length > length ? `${text.slice(0, length - 1)}…` : text;
  return whole.replace(CONTROL, ' ').trim();
}

/** Reads the lines of one file as text. */
export interface LineReader {
  line(text: string, line: number): void;
  end(): FileDetails;
}

/** Details of a text file: its lines as UTF-8, overlong ones cut. */
export function detailsOf(open: () => LineReader, maxLineBytes = MAX_LINE_BYTES): () => DetailsSession {
  return () => {
    const reader = open();
    return {
      line: (bytes, start, end, line) =>
        reader.line(bytes.toString('utf8', start, Math.min(end, start + maxLineBytes)), line),
      end: () => reader.end(),
    };
  };
}

/** Details that are facts only. `read` is called for every line. */
export function factsOf(
  open: (facts: FactsBuilder) => { line(text: string, line: number): void; end?(): void },
): () => DetailsSession {
  return detailsOf(() => {
    const facts = new FactsBuilder();
    const reader = open(facts);
    return {
      line: (text, line) => reader.line(text, line),
      end: () => {
        reader.end?.();
        return { series: [], histograms: [], facts: facts.build() };
      },
    };
  });
}

/** A file stored with the logs of a run, recognized by its content or else by its name. */
export function contextParser(options: {
  kind: string;
  name?: RegExp;
  content?: RegExp;
  /** Texts of which the content holds one: a search for them costs a tenth of an expression that fails. */
  needles?: readonly string[];
  /** Lines from the start that the content is looked for in; left out: the first 4 KiB. */
  headLines?: number;
  details?: () => DetailsSession;
  open?: LogParser['open'];
  isKept?: true;
}): LogParser {
  const { kind, name, content, needles, headLines, details, open = null, isKept } = options;
  const isContent = ({ head }: Sample) => {
    if (content === undefined) return false;
    if (needles && !containsAny(head, needles)) return false;
    return content.test(headLines === undefined ? head : firstLines(head, headLines));
  };
  return {
    kind,
    score: (sample) => {
      const isNamed = name?.test(sample.name) ?? false;
      if (isContent(sample)) return isNamed ? 1 : 0.9;
      return isNamed ? 0.5 : 0;
    },
    open,
    ...(isKept && { isKept }),
    ...(details ? { openDetails: details } : {}),
  };
}

function firstLines(text: string, count: number): string {
  let end = -1;
  for (let i = 0; i < count; i += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}
