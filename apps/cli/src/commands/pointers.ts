import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { readPointers } from '@basecase/ingest';
import { EXIT, type ExitCode } from '../exit';
import type { Io } from '../io';
import { type RecordFormat, toRecordLine } from '../lines/record-lines';
import { noteUnreadable } from '../reading/note-unreadable';
import { assertFile } from './details';

/** Columns of `basecase parse --pointers`; scripts rely on them. `text` counts the JSON texts of a file, from 1. */
const COLUMNS = ['file', 'line', 'text', 'pointer', 'test', 'metric', 'value', 'unit', 'source'] as const;

/**
 * `basecase parse --pointers`: every number of single JSON files with the JSON Pointer (RFC 6901) of the value that it
 * was read from, one record a line.
 *
 * @throws UsageError for a directory
 */
export async function runPointers(paths: string[], format: RecordFormat, io: Io): Promise<ExitCode> {
  let printed = 0;
  for (const path of paths) {
    const absolute = resolve(io.cwd, path);
    const numbers = await read(absolute, path, io);
    if (!numbers) continue;
    if (printed === 0 && format === 'tsv') await io.print(`${COLUMNS.join('\t')}\n`);
    const file = basename(absolute);
    for (const number of numbers) await io.print(toRecordLine(COLUMNS, { ...number, file }, format));
    printed += numbers.length;
    if (numbers.length === 0) io.note(`basecase: ${path} holds no number from JSON.`);
  }
  return printed > 0 ? EXIT.ok : EXIT.nothingRead;
}

async function read(absolute: string, path: string, io: Io) {
  try {
    await assertFile(absolute, path, '--pointers');
  } catch (error) {
    noteUnreadable(path, error, io);
    return null;
  }
  return readPointers({ file: basename(absolute), open: () => createReadStream(absolute) });
}
