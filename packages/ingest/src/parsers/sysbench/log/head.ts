import { toDisplayText } from '../../../text/excerpt';
import type { NumberAt } from '../../number-line';
import { findBanner } from './banner';
import { type CommandLine, isSysbenchCommand, parseCommandLine } from './command-line';
import { readPreparedRate } from './system-lines';
import { noOptions, readOptionLine, type TestOptions } from './test-options';

/** Lines of the head, from the first line and again from each banner: what follows may be EXPLAIN text. */
const HEAD_LINES = 30;
const MAX_COMMAND_BYTES = 4096;
const [ZERO, NINE, LOWER_S, LOWER_Y] = [48, 57, 115, 121];

/** What stands before "Threads started!": a command line, the CPUs, the banner, the options of the test. */
export class Head {
  tool: string | null = null;
  command: string | null = null;
  commandLine: CommandLine | null = null;
  cores: number | null = null;
  threads: number | null = null;
  options: TestOptions = noOptions();
  /** Clients wait between events: a rate was asked for. */
  hasRate = false;
  prepared: NumberAt | null = null;
  #lastLine = HEAD_LINES;

  line(bytes: Buffer, start: number, end: number, lineNumber: number): void {
    const first = bytes[start] ?? 0;
    // A run appended to its load has a second banner, far behind the first.
    const isNear = lineNumber <= this.#lastLine;
    const isPreparing = this.options.phase === 'prepare' && first >= ZERO && first <= NINE;
    if (!isNear && !isPreparing && (first !== LOWER_S || bytes[start + 1] !== LOWER_Y)) return;
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_COMMAND_BYTES));
    const banner = first === LOWER_S ? findBanner(text) : null;
    if (banner !== null) this.#begin(banner, lineNumber);
    else if (isNear && this.tool === null) this.#beforeBanner(bytes.subarray(start, end), text);
    else if (isNear) this.#afterBanner(text, lineNumber);
    else if (isPreparing) this.#readPrepared(text, lineNumber);
  }

  #begin(banner: string, lineNumber: number): void {
    this.tool = banner;
    this.threads = null;
    this.hasRate = false;
    this.options = noOptions();
    this.#lastLine = lineNumber + HEAD_LINES;
  }

  #beforeBanner(line: Buffer, text: string): void {
    if (this.command === null && isSysbenchCommand(text)) {
      this.command = toDisplayText(line.subarray(0, MAX_COMMAND_BYTES));
      this.commandLine = parseCommandLine(text);
    } else {
      this.cores ??= matchCount(/^(\d+) CPUs$/, text);
    }
  }

  #afterBanner(text: string, lineNumber: number): void {
    this.threads ??= matchCount(/^Number of threads: (\d+)$/, text);
    if (text.startsWith('Target transaction rate: ')) this.hasRate = true;
    readOptionLine(this.options, text);
    if (this.options.phase === 'prepare') this.#readPrepared(text, lineNumber);
  }

  #readPrepared(text: string, line: number): void {
    const value = readPreparedRate(text);
    if (value !== null) this.prepared = { value, line };
  }
}

function matchCount(pattern: RegExp, text: string): number | null {
  const value = Number(pattern.exec(text)?.[1] ?? Number.NaN);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}
