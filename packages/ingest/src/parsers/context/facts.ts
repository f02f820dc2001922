import { DetailsBuilder, type FactsBuilder } from '../../files/details-builder';
import { containsAny } from '../../text/contains-any';
import { type DetailsSession, type LogParser, type Sample, scoreOf } from '../parser';
import { textLines } from '../text-lines';
import { StorageSession } from './storage/storage-session';

/** Bytes of a line that are looked at. */
const MAX_LINE_BYTES = 8192;

/** Details of a file that is kept as text: UTF-8, overlong lines cut. `line` is called for every line. */
export function factsOf(
  open: (
    facts: FactsBuilder,
    details: DetailsBuilder,
  ) => { line(text: string, line: number): void; end?(): void },
  maxLineBytes = MAX_LINE_BYTES,
): () => DetailsSession {
  return () => {
    const details = new DetailsBuilder();
    const reader = open(details.facts, details);
    return {
      line: textLines(maxLineBytes, (text, { line }) => reader.line(text, line)),
      end: () => {
        reader.end?.();
        return details.build();
      },
    };
  };
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
  hasDetails?: true;
  /** True where it may say where data is stored. */
  hasStorage?: true;
}): LogParser {
  const { name, content, needles, headLines, details, hasStorage, ...parser } = options;
  const isContent = ({ head }: Sample) => {
    if (content === undefined) return false;
    if (needles && !containsAny(head, needles)) return false;
    return content.test(headLines === undefined ? head : firstLines(head, headLines));
  };
  return {
    score: (sample) => scoreOf(isContent(sample), name?.test(sample.name) ?? false, 0.5),
    open: null,
    ...(hasStorage && { open: () => new StorageSession(), isKept: true }),
    ...(details && { openDetails: details }),
    ...parser,
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
