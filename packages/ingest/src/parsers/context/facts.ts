import { DetailsBuilder, FactsBuilder } from '../../files/details-builder';
import type { FileDetails } from '../../model/details';
import { containsAny } from '../../text/contains-any';
import { type DetailsSession, type LogParser, type Sample, scoreOf } from '../parser';

/** Bytes of a line that are looked at. */
const MAX_LINE_BYTES = 8192;

/** Details that hold facts only: the reader of a format adds them. */
export function factDetails(
  open: (facts: FactsBuilder) => Pick<DetailsSession, 'line' | 'piece'>,
): DetailsSession {
  const facts = new FactsBuilder();
  const end = (): FileDetails => ({ series: [], histograms: [], facts: facts.build() });
  return Object.assign(open(facts), { end });
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

/** Details of a file that is kept as text. `line` is called for every line. */
export function factsOf(
  open: (
    facts: FactsBuilder,
    details: DetailsBuilder,
  ) => { line(text: string, line: number): void; end?(): void },
): () => DetailsSession {
  return detailsOf(() => {
    const details = new DetailsBuilder();
    const reader = open(details.facts, details);
    return {
      line: (text, line) => reader.line(text, line),
      end: () => {
        reader.end?.();
        return details.build();
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
      return scoreOf(isContent(sample), isNamed, 0.5);
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
