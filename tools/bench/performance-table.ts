import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BenchRow } from './measure';

/** The document with the figures of the last runs. */
const DOCUMENT = path.join(import.meta.dirname, '../../docs/reference/performance.md');

const measured: string[] = [];

/** Prints rows and writes them into the document at once, because a whole run takes long. */
export function print(rows: readonly BenchRow[]): void {
  const lines = rows.map(
    (row) => `| ${row.what} | ${row.aim} | ${row.reached} | ${row.met ? 'yes' : 'no'} |`,
  );
  for (const line of lines) console.log(line);
  measured.push(...lines);
  writeFileSync(DOCUMENT, withRows(readFileSync(DOCUMENT, 'utf8'), measured));
}

/**
 * The document with these rows in place of the earlier ones about the same subject; rows of other subjects stay, and new
 * ones are added at the end.
 */
export function withRows(document: string, rows: readonly string[]): string {
  const lines = document.trimEnd().split('\n');
  const replaced = new Set<number>();
  for (const row of rows) {
    const index = lines.findIndex((line, at) => !replaced.has(at) && subject(line) === subject(row));
    replaced.add(index < 0 ? lines.push(row) - 1 : index);
    if (index >= 0) lines[index] = row;
  }
  return `${lines.join('\n')}\n`;
}

/** The first cell without its numbers, which differ from run to run. */
function subject(row: string): string | undefined {
  return row.split(/(?<!\\)\|/)[1]?.replace(/\d[\d.,]*/g, '');
}
