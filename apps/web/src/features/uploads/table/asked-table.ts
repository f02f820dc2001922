import type { TableSample } from '@basecase/ingest/model';
import { useSyncExternalStore } from 'react';
import { sendFiles } from '../send/queue-of-page';
import type { PathFile } from '../send/tar-blob';

const MAY_BE_TABLE = /\.(?:csv|tsv|txt)$/i;

/** A file that looks like a table of results, before anybody said which column is what. */
export interface AskedTable {
  file: File;
  sample: TableSample;
  /** True: the file is longer than what was looked at. */
  isCut: boolean;
}

/** It outlives the change to the upload page by which a drop elsewhere gets there. */
let asked: AskedTable | null = null;
const listeners = new Set<() => void>();

function ask(next: AskedTable | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The table that waits for its mapping; null: none does. */
export function useAskedTable(): AskedTable | null {
  return useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  );
}

/** Sends files; a single file that looks like a table of results waits until its columns are chosen. */
export async function sendOrAsk(files: readonly PathFile[]): Promise<{ leftOut: number }> {
  const [only] = files;
  const file = files.length === 1 && only && MAY_BE_TABLE.test(only.file.name) ? only.file : null;
  // The table reader is loaded for the first candidate.
  const table = file && (await (await import('./find-table')).findTable(file));
  if (!table) return sendFiles(files);
  ask({ file, ...table });
  return { leftOut: 0 };
}

/** Sends the waiting table in a tarball with its mapping; null sends the file alone. */
export function sendTable({ file }: AskedTable, manifest: string | null): void {
  const folder = file.name.replace(/\.[^.]*$/, '') || 'table';
  // The day of the file: the same table and mapping make the same bytes, and are one upload.
  const { lastModified } = file;
  sendFiles(
    manifest === null
      ? [{ path: file.name, file }]
      : [
          { path: `${folder}/${file.name}`, file },
          { path: `${folder}/basecase.json`, file: new File([manifest], 'basecase.json', { lastModified }) },
        ],
  );
  ask(null);
}

/** Forgets the table that waits. */
export function dismissTable(): void {
  ask(null);
}
