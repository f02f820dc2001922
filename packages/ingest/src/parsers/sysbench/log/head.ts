import { toDisplayText } from '../../../text/excerpt';
import type { NumberAt } from '../../number-line';
import { findBanner } from './banner';
import {
  type CommandLine,
  isSysbenchCommand,
  MAX_COMMAND_BYTES,
  parseCommandLine,
  phaseOfCommand,
} from './command-line';
import { readPreparedRate } from './system-lines';
import { noOptions, readOptionLine, type TestOptions } from './test-options';

/** Lines of the head, from the first line and again from each banner: what follows may be EXPLAIN text. */
const HEAD_LINES = 30;
const [ZERO, NINE, LOWER_S, LOWER_Y] = [48, 57, 115, 121];

/** Facts that scripts print once, and later runs of a file may lack. */
export interface HandedOn {
  cores: number | null;
  /** Null after a run, whose command line is its own. */
  commandOf: Head | null;
}

/** What is before "Threads started!": a command line, the CPUs, the banner, the options of the test. */
export class Head {
  tool: string | null = null;
  shown: string | null = null;
  commandLine: CommandLine | null = null;
  cores: number | null;
  threads: number | null = null;
  options: TestOptions = noOptions();
  /** Clients wait between events: a rate was asked for. */
  hasRate = false;
  prepared: NumberAt | null = null;
  #lastLine: number | null = null;
  readonly #before: Head | null;

  constructor({ cores, commandOf }: HandedOn = { cores: null, commandOf: null }) {
    this.cores = cores;
    this.#before = commandOf;
  }

  /** @returns the text of the line where it was looked at */
  line(bytes: Buffer, start: number, end: number, lineNumber: number): string | undefined {
    const first = bytes[start] ?? 0;
    // A run appended to its load has a second banner, far behind the first.
    this.#lastLine ??= lineNumber + HEAD_LINES;
    const isNear = lineNumber <= this.#lastLine;
    const isPreparing = this.options.phase === 'prepare' && first >= ZERO && first <= NINE;
    if (!isNear && !isPreparing && (first !== LOWER_S || bytes[start + 1] !== LOWER_Y)) return undefined;
    const text = bytes.toString('latin1', start, Math.min(end, start + MAX_COMMAND_BYTES));
    const banner = first === LOWER_S ? findBanner(text) : null;
    if (banner !== null) this.#begin(banner, lineNumber);
    else if (isNear && this.tool === null)
      this.#beforeBanner(bytes.subarray(start, end), { text, lineNumber });
    else if (isNear) this.#afterBanner(text, lineNumber);
    else if (isPreparing) this.#readPrepared(text, lineNumber);
    return text;
  }

  /** Takes a command line, where there is none yet. */
  command(line: Buffer, text: string): void {
    if (this.shown !== null) return;
    this.shown = toDisplayText(line.subarray(0, MAX_COMMAND_BYTES));
    this.commandLine = parseCommandLine(text);
  }

  #begin(banner: string, lineNumber: number): void {
    this.tool = banner;
    this.threads = null;
    this.hasRate = false;
    this.options = noOptions();
    // Of a run that lacks one the command line is that before its load.
    const before = this.#before;
    if (before?.shown && this.shown === null && phaseOfCommand(before.shown) === 'run') {
      this.shown = before.shown;
      this.commandLine = before.commandLine;
    }
    this.options.phase = phaseOfCommand(this.shown ?? '');
    this.#lastLine = lineNumber + HEAD_LINES;
  }

  #beforeBanner(line: Buffer, { text, lineNumber }: { text: string; lineNumber: number }): void {
    if (this.shown === null && isSysbenchCommand(text)) this.command(line, text);
    else this.cores ??= matchCount(/^(\d+) CPUs$/, text);
    // Pasted without its banner.
    this.#afterBanner(text, lineNumber);
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
