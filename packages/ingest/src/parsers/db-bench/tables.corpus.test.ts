import { describe, expect, it } from 'vitest';
import { CORPUS, corpusTitle, readIndex } from '../../testing/corpus';
import { readOneCorpusFile } from '../../testing/read-corpus-file';
import type { CompareLog } from './family';
import type { ReportLog, ReportRow } from './tables/report-log';

const paths = (pattern: RegExp) =>
  CORPUS
    ? readIndex()
        .map((row) => row.path)
        .filter((path) => pattern.test(path))
    : [];

async function rowsOf(path: string): Promise<ReportRow[]> {
  return ((await readOneCorpusFile(path)).log as ReportLog).rows;
}

const opsOf = ({ values }: ReportRow) =>
  values.find(({ metric }) => metric === 'throughput')?.value ?? Number.NaN;

/** Operations per second of each test, in the order of the versions. */
function columnsOf(rows: readonly ReportRow[]): Map<string, number[]> {
  const columns = new Map<string, number[]>();
  for (const row of rows) columns.set(row.test, [...(columns.get(row.test) ?? []), opsOf(row)]);
  return columns;
}

/** Differences between a published table of ratios and what its whole rows give: ops / ops of the first, `%.2f`. */
async function checkRatios(table: string, sum: string, skipFirst: boolean) {
  const { log } = await readOneCorpusFile(table);
  const columns = columnsOf(await rowsOf(sum));
  let cells = 0;
  const wrong: string[] = [];
  for (const { test, values } of (log as CompareLog).rows) {
    const all = columns.get(test) ?? [];
    const ratios = (skipFirst ? all.slice(1) : all).map((ops) => (ops / (all[0] ?? Number.NaN)).toFixed(2));
    values.forEach((value, index) => {
      cells += 1;
      if (value?.toFixed(2) !== ratios[index]) wrong.push(`${test} ${index}: ${value} is ${ratios[index]}`);
    });
    if (values.length !== ratios.length) wrong.push(`${test} has ${ratios.length} versions`);
  }
  return { cells, wrong };
}

describe.skipIf(!CORPUS)(corpusTitle('published db_bench tables'), () => {
  it.each([
    { name: 'csum', pattern: /\/csum\d?\.[^/]+\.csv$/, cells: 615, toSum: toSumOfCsum, skipFirst: false },
    { name: 'fmt', pattern: /\/fmt\.[^/]+$/, cells: 540, toSum: toSumOfFmt, skipFirst: false },
    { name: 'rel2', pattern: /\/rel2\.[^/]+$/, cells: 224, toSum: toSumOfRel2, skipFirst: true },
  ])('$name: every ratio from the whole rows', async ({ pattern, cells, toSum, skipFirst }) => {
    let checked = 0;
    for (const table of paths(pattern)) {
      const result = await checkRatios(table, toSum(table), skipFirst);
      expect(result.wrong, table).toEqual([]);
      checked += result.cells;
    }
    expect(checked).toBe(cells);
  });

  it('sdev: mean, population deviation of the repeats and their ratio', async () => {
    let checked = 0;
    for (const path of paths(/\.sdev$/)) {
      const { log, details } = await readOneCorpusFile(path);
      for (const [test, ops] of columnsOf((log as ReportLog).rows)) {
        const printed = (name: string) =>
          details?.facts.find((fact) => fact.group === test && fact.name === name)?.value;
        const mean = ops.reduce((sum, value) => sum + value, 0) / ops.length;
        const deviation = Math.sqrt(ops.reduce((sum, value) => sum + (value - mean) ** 2, 0) / ops.length);
        expect([printed('mean'), printed('stddev'), printed('sdev/mean')], `${path} ${test}`).toEqual([
          toSixDigits(mean),
          deviation.toFixed(1),
          (deviation / mean).toFixed(3),
        ]);
        checked += 3;
      }
    }
    expect(checked).toBe(168);
  });

  it('abs: every operation per second from the whole rows', async () => {
    let checked = 0;
    for (const table of paths(/\/abs\.[^/]+\.tsv$/)) {
      const { log } = await readOneCorpusFile(table);
      const columns = columnsOf(await rowsOf(table.replace('abs.', 'sum.').replace(/tsv$/, 'txt')));
      for (const { test, values } of (log as CompareLog).rows) {
        expect(values).toEqual(columns.get(test));
        checked += values.length;
      }
    }
    expect(checked).toBe(248);
  });
});

function toSumOfCsum(table: string): string {
  return table.replace('/csum', '/sum').replace(/csv$/, 'txt');
}

function toSumOfFmt(table: string): string {
  return table.replace('/fmt.', '/sum.').replace(/\.abs[01]\.(?:csv|tsv)$/, '.txt');
}

function toSumOfRel2(table: string): string {
  return table.replace('/rel2.', '/sum.').replace(/csv$/, 'txt');
}

/** awk prints numbers with `%.6g`. */
function toSixDigits(value: number): string {
  if (value < 1e6) return String(Number(value.toPrecision(6)));
  return value
    .toExponential(5)
    .replace(/\.?0+e/, 'e')
    .replace(/e\+(\d)$/, 'e+0$1');
}
