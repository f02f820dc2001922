import { describe, expect, it } from 'vitest';
import type { Series } from '../../model/details';
import { roundHalfEven } from '../../model/formulas';
import { CORPUS, corpusTitle, readCorpusFile } from '../../testing/corpus';
import { corpusKeys } from '../../testing/corpus-keys/sysbench';
import { checkCorpus } from '../../testing/corpus-report';
import { readOneCorpusFile } from '../../testing/read-corpus-file';

const ARCHIVE = 'hgxl64+mariadb-benchmarks/Archive';
const SETS = `${ARCHIVE}/Sysbench-0.5/MDEV-16413/latin1`;
const SERIES = `${ARCHIVE}/sysbench-runs/series06`;
/** Of the tables' six data sets the corpus holds the raw logs of these. */
const DATA_SETS = ['01', '06'];

function linesOf(path: string): string[] {
  return readCorpusFile(path).toString('latin1').split('\n');
}

/** The log as a separate upload gives it: metric → value, of its one result. */
async function measured(path: string) {
  const { runs } = await readOneCorpusFile(path);
  const measurements = runs[0]?.results[0]?.measurements ?? [];
  const metrics = Object.fromEntries(measurements.map(({ metric, value }) => [metric, value]));
  return metrics;
}

interface Column {
  metric: string;
  scale: number;
  /** The author prints so many, and five digits at most: 7944.77 → 7944.8, 22.25 → 22.250, 22647.95 → 22647. */
  decimals: number;
}

function asPrinted(value: number, decimals: number): string {
  if (value >= 10_000) return String(Math.trunc(value));
  return value.toFixed(decimals).slice(0, 6);
}

async function checkTable(name: string, { metric, scale, decimals }: Column) {
  const wrong: string[] = [];
  let cells = 0;
  let kind = '';
  for (const line of linesOf(`${SETS}/${name}`)) {
    kind = /^# read-only \((short|long) ranges\)/.exec(line)?.[1] ?? kind;
    if (!/^\d+\t/.test(line)) continue;
    const [threads, ...values] = line.split('\t');
    for (const set of DATA_SETS) {
      const metrics = await measured(`${SETS}/res${set}/sysbench.ro.${kind}.${threads}.res`);
      const found = asPrinted((metrics[metric] ?? Number.NaN) * scale, decimals);
      const expected = values[Number(set) - 1];
      cells += 1;
      if (found !== expected) wrong.push(`${kind} ${threads} ${set}: ${found}, not ${expected}`);
    }
  }
  return { cells, wrong };
}

describe.skipIf(!CORPUS)(corpusTitle('corpus: tables made of logs of sysbench 0.5'), () => {
  it.each<[string, Column]>([
    ['QPS.dat', { metric: 'rw_requests_per_s', scale: 1, decimals: 1 }],
    ['RT_95.dat', { metric: 'latency_p95', scale: 1000, decimals: 4 }],
    ['RT_avg.dat', { metric: 'latency_avg', scale: 1000, decimals: 4 }],
  ])('reads %s cell by cell', async (name, column) => {
    const { cells, wrong } = await checkTable(name, column);
    expect(wrong).toEqual([]);
    expect(cells).toBe(36);
  });

  it.each([
    ['ro', 540],
    ['rw', 1080],
  ])('reads every interval of sum.%s.11.txt: threads, second, TPS, latency', async (mix, rows) => {
    const found: string[] = [];
    for (const threads of [1, 2, 4, 8, 16, 32, 64, 128, 256]) {
      const { tps, latency } = await intervals(mix, threads);
      tps.seconds.forEach((second, index) => {
        const milliseconds = ((latency.values[index] ?? Number.NaN) * 1000).toFixed(2);
        found.push(`${threads} ${second} ${tps.values[index]?.toFixed(2)} ${milliseconds}`);
      });
    }
    const expected = linesOf(`${SERIES}/sum.${mix}.11.txt`).filter((line) => /^\d/.test(line));
    expect(found).toEqual(expected);
    expect(found).toHaveLength(rows);
  });

  it.each(['ro', 'rw'])(
    'reads gnuplot/summary.%s: median TPS and largest latency without the first 30 s',
    async (mix) => {
      const rows = linesOf(`${SERIES}/gnuplot/summary.${mix}`).filter((line) =>
        line.includes('MySQL-5.5.25'),
      );
      for (const row of rows) {
        const [, , threads, tpsPrinted, latencyPrinted] = row.trim().split(/\s+/);
        const { tps, latency } = await intervals(mix, Number(threads));
        const largest = Math.max(...latency.values.slice(6).map((value) => value ?? 0));
        expect([threads, median(tps.values.slice(6)), (largest * 1000).toFixed(2)]).toEqual([
          threads,
          tpsPrinted,
          latencyPrinted,
        ]);
      }
      expect(rows).toHaveLength(9);
    },
  );
});

describe.skipIf(!CORPUS)(corpusTitle('corpus: TPC-C of sysbench'), () => {
  it('every key of every row', async () => {
    const report = await checkCorpus([corpusKeys], ({ tool }) => tool === 'sysbench-tpcc');
    expect(report.failures).toEqual([]);
    expect(report.tools.get('sysbench-tpcc')).toMatchObject({ rows: 8, passed: 8, values: 83 });
  });
});

async function intervals(mix: string, threads: number): Promise<{ tps: Series; latency: Series }> {
  const { details } = await readOneCorpusFile(`${SERIES}/res11/sysbench.${mix}.${threads}.res`);
  const tps = details?.series.find(({ id }) => id === 'transactions_per_s');
  const latency = details?.series.find(({ id }) => id === 'latency_p99');
  if (!tps || !latency) throw new Error(`no series of ${mix} ${threads}`);
  return { tps, latency };
}

/** Of an even number of values, as the author's were: the mean of the two in the middle, printed with `%.0f`. */
function median(values: readonly (number | null)[]): string {
  const sorted = values.map((value) => value ?? 0).sort((a, b) => a - b);
  const [low = 0, high = 0] = sorted.slice(sorted.length / 2 - 1);
  // Hundredths, so that the mean of two is exact and a half stays a half.
  return String(roundHalfEven((Math.round(low * 100) + Math.round(high * 100)) / 200));
}
