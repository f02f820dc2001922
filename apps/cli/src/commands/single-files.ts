import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type FileDetails, IngestError, readDetails, readPointers } from '@basecase/ingest';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { type Cell, type RecordFormat, toRecordLine } from '../lines/record-lines';
import { noteUnreadable } from '../reading/note-unreadable';

/** What `basecase parse` prints of single files instead of measurements. */
interface Kind {
  option: string;
  /** Scripts rely on them. */
  columns: readonly string[];
  /** The records of a file, and what to say when there is none. */
  read(absolute: string, file: string): Promise<{ records: Iterable<FileRecord>; none: string }>;
}

type FileRecord = Readonly<Record<string, Cell>>;

/**
 * `--details`: series, histograms and facts. `at` is the second of a point of a series, or the upper end of a
 * histogram's bucket (null: the rest).
 */
export const DETAILS: Kind = {
  option: '--details',
  columns: ['file', 'line', 'tool', 'what', 'of', 'name', 'at', 'value', 'unit'],
  async read(absolute, file) {
    const found = await readDetails(absolute, file);
    return { records: recordsOf(found, found.kind), none: `was read as ${found.kind}, which has no details` };
  },
};

/**
 * `--pointers`: every number of JSON files with the JSON Pointer (RFC 6901) of the value that it was read from. `text`
 * counts the JSON texts of a file, from 1.
 */
export const POINTERS: Kind = {
  option: '--pointers',
  columns: ['file', 'line', 'text', 'pointer', 'test', 'metric', 'value', 'unit', 'source'],
  async read(absolute, file) {
    const numbers = await readPointers({ file, open: () => createReadStream(absolute) });
    return { records: numbers.map((number) => ({ ...number })), none: 'holds no number from JSON' };
  },
};

/** Lines are handed on in pieces: a long log has a hundred thousand points. */
const LINES_AT_ONCE = 2000;

/**
 * Prints single files, one record a line.
 *
 * @throws UsageError for a directory
 */
export async function printFiles(
  paths: string[],
  { option, columns, read }: Kind,
  { format, io }: { format: RecordFormat; io: Io },
): Promise<ExitCode> {
  let printed = 0;
  for (const path of paths) {
    const absolute = resolve(io.cwd, path);
    const file = basename(absolute);
    try {
      await assertFile(absolute, path, option);
      const { records, none } = await read(absolute, file);
      if (printed === 0 && format === 'tsv') await io.print(`${columns.join('\t')}\n`);
      let lines: string[] = [];
      const before = printed;
      for (const record of records) {
        lines.push(toRecordLine(columns, { ...record, file }, format));
        printed += 1;
        if (lines.length < LINES_AT_ONCE) continue;
        await io.print(lines.join(''));
        lines = [];
      }
      await io.print(lines.join(''));
      if (printed === before) io.note(`basecase: ${path} ${none}.`);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      noteUnreadable(path, error, io);
    }
  }
  return printed > 0 ? EXIT.ok : EXIT.nothingRead;
}

/** @throws UsageError for a directory, IngestError NOT_FOUND */
async function assertFile(absolute: string, path: string, option: string): Promise<void> {
  const found = await stat(absolute).catch(() => null);
  if (!found) throw new IngestError('NOT_FOUND', 'no such file');
  if (found.isDirectory()) throw new UsageError(`${path} is a directory. ${option} takes single files.`);
}

function* recordsOf({ series, histograms, facts }: FileDetails, tool: string): Generator<FileRecord> {
  for (const { id, unit, of, seconds, values, lines } of series) {
    for (const [index, at] of seconds.entries()) {
      const point = { line: lines[index] ?? null, at, value: values[index] ?? null };
      yield { tool, what: 'series', of, name: id, unit, ...point };
    }
  }
  for (const { id, unit, of, buckets, line } of histograms) {
    for (const { upTo, count } of buckets) {
      yield { tool, what: 'histogram', of, name: id, unit, line, at: upTo, value: count };
    }
  }
  for (const { group, name, value, number, unit, line } of facts) {
    yield { tool, what: 'fact', of: group, name, unit, line, at: null, value: number ?? value };
  }
}
