import { expect } from 'vitest';

/** A published qps table, read by the simplest rules that can be read from the file itself. */
export interface PublishedTable {
  relativeTo: string | null;
  columns: string[];
  /** Texts as printed, by test. */
  rows: Map<string, string[]>;
}

export function parsePublishedTable(text: string): PublishedTable {
  const lines = text.split('\n');
  const relativeTo = lines[0]?.startsWith('Relative to: ') ? lines[0].slice('Relative to: '.length) : null;
  const columns = lines.flatMap((line) => /^col-\d+ : (.*)$/.exec(line)?.[1] ?? []);
  const rows = lines
    .filter((line) => line.includes('_range='))
    .map((line) => line.split('\t'))
    .map((fields): [string, string[]] => [fields.at(-1) ?? '', fields.slice(0, -1)]);
  return { relativeTo, columns, rows: new Map(rows) };
}

/** Lines of an o.met file by block title, half (`absolute` or `relative`) and column label. */
export function parseMetBlocks(text: string): Map<string, Map<string, string>> {
  const blocks = new Map<string, Map<string, string>>();
  for (const block of text.split(/\n\n/)) {
    const [title = '', ...lines] = block.split('\n').filter((line) => line !== '');
    if (title === '') continue;
    let half = '';
    const byColumn = new Map<string, string>();
    for (const line of lines) {
      if (line.startsWith('---')) half = line;
      byColumn.set(`${half} ${line.split('\t').at(-1)}`, line);
    }
    blocks.set(title, byColumn);
  }
  return blocks;
}

/** Compares the lines of all columns that both have; titles that only the author has are returned. */
export function compareBlocks(ours: string, published: string): { lines: number; missing: string[] } {
  const our = parseMetBlocks(ours);
  const missing: string[] = [];
  let lines = 0;
  for (const [title, expected] of parseMetBlocks(published)) {
    const block = our.get(title);
    if (!block) missing.push(title);
    for (const [column, line] of block ?? []) {
      expect(line, `${title}: ${column}`).toBe(expected.get(column));
      lines++;
    }
  }
  return { lines, missing };
}
