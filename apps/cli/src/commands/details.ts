import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type FileDetails, IngestError, type ReadDetails, readDetails } from '@basecase/ingest';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { type Cell, type RecordFormat, toRecordLine } from '../lines/record-lines';
import { noteUnreadable } from '../reading/note-unreadable';

/**
 * Columns of `basecase parse --details`; scripts rely on them. `at` is the second of a point of a series, or the
 * upper end of a histogram's bucket (null: the rest).
 */
const COLUMNS = ['file', 'line', 'tool', 'what', 'of', 'name', 'at', 'value', 'unit'] as const;

type DetailRecord = Readonly<Record<Exclude<(typeof COLUMNS)[number], 'file' | 'tool'>, Cell>>;

/** Lines are handed on in pieces: a long log has a hundred thousand points. */
const LINES_AT_ONCE = 2000;

/**
 * `basecase parse --details`: series, histograms and facts of single files, one record a line.
 *
 * @throws UsageError for a directory
 */
export async function runDetails(paths: string[], format: RecordFormat, io: Io): Promise<ExitCode> {
  let printed = 0;
  for (const path of paths) {
    const absolute = resolve(io.cwd, path);
    const found = await read(absolute, path, io);
    if (!found) continue;
    if (printed === 0 && format === 'tsv') await io.print(`${COLUMNS.join('\t')}\n`);
    const count = await print(found, { file: basename(absolute), format, io });
    printed += count;
    if (count === 0) io.note(`basecase: ${path} was read as ${found.kind}, which has no details.`);
  }
  return printed > 0 ? EXIT.ok : EXIT.nothingRead;
}

async function read(absolute: string, path: string, io: Io): Promise<ReadDetails | null> {
  try {
    await assertFile(absolute, path, '--details');
    return await readDetails(absolute, basename(absolute));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    noteUnreadable(path, error, io);
    return null;
  }
}

/** @throws UsageError for a directory, IngestError NOT_FOUND */
export async function assertFile(absolute: string, path: string, option: string): Promise<void> {
  const found = await stat(absolute).catch(() => null);
  if (!found) throw new IngestError('NOT_FOUND', 'no such file');
  if (found.isDirectory()) throw new UsageError(`${path} is a directory. ${option} takes single files.`);
}

async function print(
  found: ReadDetails,
  { file, format, io }: { file: string; format: RecordFormat; io: Io },
): Promise<number> {
  let lines: string[] = [];
  let count = 0;
  for (const record of recordsOf(found)) {
    lines.push(toRecordLine(COLUMNS, { file, tool: found.kind, ...record }, format));
    count += 1;
    if (lines.length < LINES_AT_ONCE) continue;
    await io.print(lines.join(''));
    lines = [];
  }
  await io.print(lines.join(''));
  return count;
}

function* recordsOf({ series, histograms, facts }: FileDetails): Generator<DetailRecord> {
  for (const { id, unit, of, seconds, values, lines } of series) {
    for (const [index, at] of seconds.entries()) {
      const point = { line: lines[index] ?? null, at, value: values[index] ?? null };
      yield { what: 'series', of, name: id, unit, ...point };
    }
  }
  for (const { id, unit, of, buckets, line } of histograms) {
    for (const { upTo, count } of buckets) {
      yield { what: 'histogram', of, name: id, unit, line, at: upTo, value: count };
    }
  }
  for (const { group, name, value, number, unit, line } of facts) {
    yield { what: 'fact', of: group, name, unit, line, at: null, value: number ?? value };
  }
}
