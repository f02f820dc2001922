import type { DetailsBuilder } from '../files/details-builder';
import type { LinePiece } from '../files/line-blocks';
import type { FileReporter } from '../files/reporter';
import type { FileDetails } from '../model/details';
import { bytesContainAny, containsAny } from '../text/contains-any';

/** What a parser read out of one file; `type` is unique per log type. Each family declares its own. */
export interface ParsedLog {
  readonly type: string;
}

/** What detection sees of a file. */
export interface Sample {
  /** Path within the upload. A hint only: content decides. */
  path: string;
  /** Last part of the path, without `.gz`. */
  name: string;
  /** First 64 KiB, unpacked, secrets masked. */
  bytes: Buffer;
  /** First 4 KiB as text, one character per byte. */
  head: string;
}

/** Reads one file, line by line. Lines come without their ends and with secrets masked. */
export interface ParseSession {
  /** `bytes` is valid during the call only. `lineNumber` starts at 1. */
  line(bytes: Buffer, start: number, end: number, lineNumber: number): void;
  /** A piece of a line over the limit; left out where such a line is only read to the limit. */
  piece?(bytes: Buffer, at: LinePiece): void;
  /** False while no line is read for numbers, whatever it looks like; left out where every line may be. */
  readonly readsValues?: boolean;
  /** What was read; null when there is nothing in it. Never throws: problems are reported. */
  end(): ParsedLog | null;
}

/** Asked for only where no parser has a better score than this one can be. */
export interface FallbackScore {
  /** Upper limit of such a score: scores by content are higher. */
  readonly most: number;
  score(sample: Sample): number;
}

/**
 * One file format. Scores: 0 = not mine, up to 0.3 = by name, 0.5 = a side file by its name,
 * 0.9 = by content, 1 = content and name.
 */
export interface LogParser {
  /** Kind of the artifact: `sysbench`, `vmstat`, `pg_stat`, ... */
  readonly kind: string;
  /** The format in one line, for people who ask why a file was read as it was. */
  readonly about?: string;
  score(sample: Sample): number;
  /** A score by what takes longer to look at, and says less. Left out where there is none. */
  readonly fallback?: FallbackScore;
  /**
   * Null for files that are kept as they are. `details` is there when the file is read for charts: with `hasDetails`
   * the session then adds series, histograms and facts, next to the numbers that it reads.
   */
  readonly open: ((reporter: FileReporter, details?: DetailsBuilder) => ParseSession) | null;
  readonly hasDetails?: true;
  /** Left out: `MAX_FACTS`. */
  readonly maxFacts?: number;
  /** True where `open` only looks for what helps to read other files: the file is kept, and no number is taken from it. */
  readonly isKept?: true;
  /** True where carriage returns within a line part messages. Left out: what stands behind the last one overwrites the line. */
  readonly hasMessages?: true;
  /** True where each line begins with a time stamp of the tool itself, not of a program that copied the log. */
  readonly hasStamps?: true;
  /** True where numbers are read from JSON: their evidence has a JSON Pointer in addition to the line. */
  readonly isJson?: true;
  /**
   * Patterns of the lines with numbers that it reads. A line of such a form in which something else stands where a number
   * should be is reported as VALUE_UNREADABLE. Left out by parsers that report every line that they can't read.
   */
  readonly valueLines?: readonly RegExp[];
  /** Series, histograms and facts of files that are kept without reading a number: `open` gives no session or none of them. */
  readonly openDetails?: () => DetailsSession;
}

/** Reads the details of one file, line by line, as `ParseSession` does. Never throws. */
export interface DetailsSession {
  line(bytes: Buffer, start: number, end: number, lineNumber: number): void;
  piece?(bytes: Buffer, at: LinePiece): void;
  end(): FileDetails;
}

/** Score by content: 0.9, and 1 where the name says the same. `byName` is that of the name alone. */
export function scoreOf(isContent: boolean, isNamed: boolean, byName = 0): number {
  if (isContent) return isNamed ? 1 : 0.9;
  return isNamed ? byName : 0;
}

/**
 * The score of files that are recognized by a pattern in their first 4 KiB, and by their names.
 *
 * @param words one of which the pattern needs: most files have none, and are excluded sooner
 */
export function byContent(
  content: RegExp,
  named: RegExp,
  { words, byName }: { words?: readonly string[]; byName?: number } = {},
): LogParser['score'] {
  return ({ head, name }) =>
    scoreOf((!words || containsAny(head, words)) && content.test(head), named.test(name), byName);
}

/** Less than by the beginning of a file, which says better what the whole of it is. */
export const BY_BYTES = 0.8;

/** For files that have one of the words in their first 64 KiB: behind a long text, or the output of something else. */
export function wordsAnywhere(words: readonly string[]): FallbackScore {
  return { most: BY_BYTES, score: ({ bytes }) => (bytesContainAny(bytes, words) ? BY_BYTES : 0) };
}
