import { toSample, weigh } from '../detect/detect';
import { SAMPLE_BYTES } from '../limits';
import type { LogParser } from '../parsers/parser';
import type { LineSession } from './unwrapped-session';

/** How far the beginning of the window moves on where nothing is found: half of what parsers see as the head of a file. */
const STRIDE_BYTES = 2048;
/** A score by the name alone, or by the rows of any table, says nothing of a place within a job's log. */
const MIN_SCORE = 0.8;

interface KeptLine {
  bytes: Buffer;
  lineNumber: number;
}

export interface SearchOptions<Read> {
  /** Within the upload. */
  path: string;
  /** Those that are looked for. */
  parsers: readonly LogParser[];
  /** Opens what reads on from a line; null where nothing does. */
  open(parser: LogParser, lineNumber: number): LineSession<Read> | null;
}

/**
 * Looks for the output of a benchmark in the log of a whole job, which begins with what the job installed, and reads from there on.
 * Holds 64 KiB. The text after the first output that is found is read as its log, as in any log.
 */
export function searchBenchmark<Read>(options: SearchOptions<Read>): LineSession<Read | null> {
  let kept: KeptLine[] = [];
  let keptBytes = 0;
  let found: LineSession<Read> | null = null;
  let isOver = false;

  const moveOn = () => {
    let moved = 0;
    let count = 0;
    for (const { bytes } of kept) {
      if (moved >= STRIDE_BYTES) break;
      moved += bytes.length + 1;
      count += 1;
    }
    kept = kept.slice(count);
    keptBytes -= moved;
  };

  const isFound = (): boolean => {
    if (found || isOver) return true;
    const text = kept.flatMap(({ bytes }) => [bytes, NEWLINE]);
    const sample = toSample(options.path, Buffer.concat(text));
    const { detection, score } = weigh(sample, options.parsers);
    if (score < MIN_SCORE || detection.outcome !== 'claimed') return false;
    const lines = kept;
    kept = [];
    keptBytes = 0;
    found = options.open(detection.parser, lines[0]?.lineNumber ?? 1);
    isOver = found === null;
    for (const { bytes, lineNumber } of lines) found?.line(bytes, 0, bytes.length, lineNumber);
    return true;
  };

  return {
    line(bytes, start, end, lineNumber) {
      if (found) found.line(bytes, start, end, lineNumber);
      else if (!isOver) {
        kept.push({ bytes: Buffer.from(bytes.subarray(start, end)), lineNumber });
        keptBytes += end - start + 1;
        while (keptBytes >= SAMPLE_BYTES && !isFound()) moveOn();
      }
    },
    end() {
      while (!found && kept.length > 0 && !isFound()) moveOn();
      return found?.end() ?? null;
    },
  };
}

const NEWLINE = Buffer.from('\n');
