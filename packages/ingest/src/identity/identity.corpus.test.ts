import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { NormalizedResult, NormalizedRun } from '../model/run';
import { readUpload } from '../read-upload';
import { CORPUS3, readTsv } from '../testing/corpus';

/** A row of expected.tsv: the identity of a result of a public directory. `?` is unknown, `A|B` is either. */
type Expected = Readonly<
  Record<'dir' | 'file' | 'product' | 'version' | 'config' | 'clients' | 'test' | 'value', string>
>;

const rows = (CORPUS3 ? readTsv(CORPUS3, 'expected.tsv') : []).map(
  ([
    dir = '',
    file = '',
    ,
    product = '',
    version = '',
    config = '',
    clients = '',
    test = '',
    ,
    ,
    value = '',
  ]): Expected => ({
    ...{ dir, file, product, version, config, clients, test, value },
  }),
);
const directories = [...new Set(rows.map(({ dir }) => dir))];

interface Found {
  row: Expected;
  run: NormalizedRun;
  result: NormalizedResult;
}

/** The result with the value of a row, in its file. Rates of fio are rounded in the table. */
function findResult(
  row: Expected,
  runs: readonly NormalizedRun[],
  taken: Set<NormalizedResult>,
): Found | null {
  const value = Number(row.value);
  const isValue = (found: number) =>
    Math.abs(found - value) <= 0.006 + 0.005 * (row.dir.includes('fio') ? value : 0);
  for (const run of runs) {
    for (const result of run.results) {
      if (taken.has(result)) continue;
      if (!result.measurements.some(({ file, value: found }) => file === row.file && isValue(found)))
        continue;
      taken.add(result);
      return { row, run, result };
    }
  }
  return null;
}

/** The first column in which two rows differ; null: none is known. */
function difference(a: Expected, b: Expected): string | null {
  for (const key of ['product', 'version', 'clients', 'test'] as const) {
    if (a[key] === '?' || b[key] === '?') continue;
    if (!a[key].split('|').some((word) => b[key].split('|').includes(word))) return key;
  }
  const settings = (text: string) =>
    new Map(text.split(';').map((pair) => pair.split('=') as [string, string]));
  const others = settings(b.config);
  for (const [name, value] of settings(a.config)) {
    const other = others.get(name);
    if (other !== undefined && other !== '?' && value !== '?' && other !== value) return name;
  }
  return null;
}

const sameName = (a: string, b: string) =>
  a.toLowerCase().replace(/^(?:amazon|percona) /, '') === b.toLowerCase().replace(/^(?:amazon|percona) /, '');

describe.skipIf(!CORPUS3)('values, products, versions, and repeats of equal experiments only, of', () => {
  it.each(directories)('%s', async (dir) => {
    const { runs } = await readUpload(path.join(CORPUS3 ?? '', dir));
    const taken = new Set<NormalizedResult>();
    const own = rows.filter((row) => row.dir === dir);
    const found = own.map((row) => findResult(row, runs, taken));
    expect(own.filter((_, index) => found[index] === null)).toEqual([]);
    const results = found.filter((each) => each !== null);
    const wrong = results.filter(
      ({ row, run }) =>
        row.product !== '?' && !row.product.split('|').some((name) => sameName(name, run.variant.product)),
    );
    expect(wrong.map(({ row, run }) => [row.file, run.variant.product])).toEqual([]);
    const joined = results.flatMap((a, index) =>
      results.slice(0, index).flatMap((b) => {
        const isRepeat =
          a.run === b.run &&
          a.result.test === b.result.test &&
          a.result.range === b.result.range &&
          a.result.clients === b.result.clients;
        const why = isRepeat ? difference(a.row, b.row) : null;
        return why === null ? [] : [[why, a.row.file, b.row.file]];
      }),
    );
    expect(joined).toEqual([]);
  });
});
