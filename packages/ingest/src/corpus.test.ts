import { describe, expect, it } from 'vitest';
import type { ParsedLog } from './parsers/parser';
import {
  CORPUS,
  type CorpusRow,
  corpusPath,
  corpusTitle,
  readCorpusFile,
  readIndex,
  readMemberIndex,
} from './testing/corpus';
import { checkRow } from './testing/corpus-checks';
import { compareWithNaiveMeans } from './testing/naive-iostat';
import { parseBytes } from './testing/parse-bytes';
import { readTarMembers } from './testing/tar-members';

const TOOLS = new Set(['sysbench', 'vmstat', 'iostat', 'mytools-met']);

/** Formats that this package does not read; their files are listed as unknown. */
function isOutside(row: CorpusRow): boolean {
  if (row.variant === 'parsed JSON (ground truth)' || row.variant === '-o JSON') return true;
  if (row.variant === 'sum_iostat.sh output') return true;
  // Written by `iostat --compact` (device name last), `--human` (222.1k), and a grep of one device without blocks.
  if (/iostat-(?:compact|human)$|\.iostat\.nvme0n1$/.test(row.path)) return true;
  return row.tool === 'sysbench' && /sysbench 0\./.test(row.variant);
}

describe.skipIf(!CORPUS)(corpusTitle('corpus: every key of every row'), { timeout: 60_000 }, () => {
  it('files', async () => {
    const rows = CORPUS ? readIndex().filter((row) => TOOLS.has(row.tool) && !isOutside(row)) : [];
    const failures: string[] = [];
    const counts = new Map<string, [rows: number, keys: number]>();
    for (const row of rows) {
      const { log } = await parseBytes(row.path, readCorpusFile(row.path));
      collect(row, log, { failures, counts });
      if (log?.type === 'iostat') failures.push(...compareWithNaiveMeans(row.path, log));
    }
    report('index.tsv', counts, failures);
    expect(failures).toEqual([]);
    expect(rows.length).toBeGreaterThan(600);
  });

  it('members of the run tarballs', async () => {
    const rows = CORPUS ? readMemberIndex().filter((row) => TOOLS.has(row.tool)) : [];
    const failures: string[] = [];
    const counts = new Map<string, [rows: number, keys: number]>();
    for (const tarball of new Set(rows.map((row) => row.tarball))) {
      const members = await readTarMembers(corpusPath(tarball));
      for (const row of rows.filter((candidate) => candidate.tarball === tarball)) {
        const bytes = members.get(row.path);
        if (!bytes) throw new Error(`${row.path} is not in ${tarball}`);
        const { log } = await parseBytes(row.path, bytes);
        collect(row, log, { failures, counts });
      }
    }
    report('index.tar_members.tsv', counts, failures);
    expect(failures).toEqual([]);
    expect(rows.length).toBe(234);
  });
});

function collect(
  row: CorpusRow,
  log: ParsedLog | null,
  into: { failures: string[]; counts: Map<string, [number, number]> },
): void {
  const { wrong, checked } = checkRow(row, log);
  const [rows, keys] = into.counts.get(row.tool) ?? [0, 0];
  into.counts.set(row.tool, [rows + 1, keys + checked]);
  into.failures.push(...wrong.map((text) => `${row.path}: ${text}`));
}

function report(
  index: string,
  counts: ReadonlyMap<string, [number, number]>,
  failures: readonly string[],
): void {
  const parts = [...counts].map(([tool, [rows, keys]]) => `${tool} ${rows} rows, ${keys} values`);
  process.stdout.write(`${index}: ${parts.join('; ')}; ${failures.length} differ\n`);
}
