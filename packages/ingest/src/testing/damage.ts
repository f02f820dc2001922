import { assembleRuns } from '../assemble/assemble-runs';
import type { Diagnostic } from '../model/diagnostic';
import type { Measurement } from '../model/run';
import { parseBytes } from './parse-bytes';

/** What a log gives: each number by what it is of, and what was reported. */
export interface Reading {
  numbers: Map<string, Measurement>;
  diagnostics: Diagnostic[];
}

/** A number of a line, and what was put in its place. */
export interface Damage {
  line: number;
  from: string;
  to: string;
  bytes: Buffer;
}

/** Not those that are part of a name: `P99`, `level0_slowdown`, `99.00th`, `"50.0" :`. */
const NUMBER = /(?<![\w.])\d+(?:\.\d+)?(?![.\d]|th\b| percentile|"\s*:|%=|;fio-)/g;
/** Means over samples have thousands of lines; the first and the last say enough. */
const MAX_LINES_OF_MEAN = 2;

/** Reads one file as a separate upload. */
export async function readNumbers(files: Readonly<Record<string, Buffer>>): Promise<Reading> {
  const logs = [];
  const diagnostics: Diagnostic[] = [];
  for (const [path, bytes] of Object.entries(files)) {
    const parsed = await parseBytes(path, bytes);
    diagnostics.push(...parsed.diagnostics);
    if (parsed.log) logs.push({ path, log: parsed.log, doubts: parsed.doubts });
  }
  const assembled = assembleRuns(logs, { rootLabel: 'x', device: undefined });
  const numbers = new Map<string, Measurement>();
  for (const { label, results } of assembled.runs) {
    for (const { test, range, repeat, status, measurements } of results) {
      // A failed result is compared with nothing, whatever its numbers.
      if (status === 'failed') continue;
      for (const each of measurements) {
        // A result that goes missing changes the numbers of the repeats after it, and not their lines.
        const place = each.line === each.lineEnd ? each.line : `repeat ${repeat}`;
        numbers.set([label, test, range, each.metric, each.source, each.file, place].join(' '), each);
      }
    }
  }
  return { numbers, diagnostics: [...diagnostics, ...assembled.diagnostics] };
}

/** Lines of a file that numbers were read from. */
export function linesOf({ numbers }: Reading, file: string, isWanted: (m: Measurement) => boolean): number[] {
  const lines = new Set<number>();
  for (const measurement of numbers.values()) {
    if (measurement.file !== file || !isWanted(measurement)) continue;
    const { line, lineEnd } = measurement;
    for (let at = line; at <= lineEnd; at += lineEnd - line < MAX_LINES_OF_MEAN ? 1 : lineEnd - line)
      lines.add(at);
  }
  return [...lines].sort((a, b) => a - b);
}

/** Every number of some lines, replaced one at a time. */
export function* damages(
  bytes: Buffer,
  lines: readonly number[],
  replace: (number: string) => readonly string[],
): Generator<Damage> {
  const all = bytes.toString('latin1').split('\n');
  for (const line of lines) {
    const text = all[line - 1] ?? '';
    for (const { 0: from, index } of text.matchAll(NUMBER)) {
      for (const to of replace(from)) {
        const damaged = [...all];
        damaged[line - 1] = text.slice(0, index) + to + text.slice(index + from.length);
        yield { line, from, to, bytes: Buffer.from(damaged.join('\n'), 'latin1') };
      }
    }
  }
}

/** Numbers that changed or went missing, while nothing names the line and they are not doubtful. */
export function silentChanges(
  before: Reading,
  after: Reading,
  { file, line }: { file: string; line: number },
): string[] {
  // A table may be known by its numbers only: then all of the file is reported.
  const isNamed = after.diagnostics.some(
    (each) =>
      each.file === file &&
      // What is missing in JSON is noticed at the next token, which may be on the next line.
      (each.line === line ||
        each.line === line + 1 ||
        each.code === 'UNKNOWN_FORMAT' ||
        // It became a table like any other, which is kept and reported as not read.
        each.code === 'NO_RESULT' ||
        // Of a value that is made of several lines the first one is named, and the last one in the words.
        (each.code === 'VALUE_IMPLAUSIBLE' && each.message.includes('lines '))),
  );
  return [...before.numbers].flatMap(([key, { value }]) => {
    const now = after.numbers.get(key);
    if (now?.value === value) return [];
    const isKept = now !== undefined && !now.doubt;
    // Of a number that is one of many samples the others go on, and the line of the one that is missing is named.
    const isMean = now !== undefined && now.lineEnd > now.line;
    return isNamed && (!isKept || isMean) ? [] : [`${key}: ${value} -> ${now?.value ?? 'none'}`];
  });
}
