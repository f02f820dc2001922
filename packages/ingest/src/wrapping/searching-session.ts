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
export class SearchingSession<Read> implements LineSession<Read | null> {
  readonly #options: SearchOptions<Read>;
  #lines: KeptLine[] = [];
  #bytes = 0;
  #session: LineSession<Read> | null = null;
  #isOver = false;

  constructor(options: SearchOptions<Read>) {
    this.#options = options;
  }

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    if (this.#session) this.#session.line(bytes, start, end, lineNumber);
    else if (!this.#isOver) {
      this.#lines.push({ bytes: Buffer.from(bytes.subarray(start, end)), lineNumber });
      this.#bytes += end - start + 1;
      while (this.#bytes >= SAMPLE_BYTES && !this.#isFound()) this.#moveOn();
    }
  }

  end(): Read | null {
    while (!this.#session && this.#lines.length > 0 && !this.#isFound()) this.#moveOn();
    return this.#session?.end() ?? null;
  }

  #moveOn(): void {
    let moved = 0;
    let count = 0;
    for (const { bytes } of this.#lines) {
      if (moved >= STRIDE_BYTES) break;
      moved += bytes.length + 1;
      count += 1;
    }
    this.#lines = this.#lines.slice(count);
    this.#bytes -= moved;
  }

  #isFound(): boolean {
    if (this.#session || this.#isOver) return true;
    const text = this.#lines.flatMap(({ bytes }) => [bytes, NEWLINE]);
    const sample = toSample(this.#options.path, Buffer.concat(text));
    const { detection, score } = weigh(sample, this.#options.parsers);
    if (score < MIN_SCORE || detection.outcome !== 'claimed') return false;
    const lines = this.#lines;
    this.#lines = [];
    this.#bytes = 0;
    this.#session = this.#options.open(detection.parser, lines[0]?.lineNumber ?? 1);
    this.#isOver = this.#session === null;
    for (const { bytes, lineNumber } of lines) this.#session?.line(bytes, 0, bytes.length, lineNumber);
    return true;
  }
}

const NEWLINE = Buffer.from('\n');
