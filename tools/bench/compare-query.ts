import { openDatabase } from '@basecase/db/database';
import { getCompareView } from '@basecase/db/queries/heatmaps/get-compare-view';
import { type BenchRow, median, quantile, timeMs } from './measure';

const CALLS = 200;
const VIEW = { server: 'bench-1', workload: 'bench-1' };

async function timings(url: string): Promise<number[]> {
  const database = openDatabase(url);
  try {
    for (let i = 0; i < 20; i += 1) await getCompareView(database, VIEW);
    const samples: number[] = [];
    for (let i = 0; i < CALLS; i += 1) samples.push(await timeMs(() => getCompareView(database, VIEW)));
    return samples;
  } finally {
    await database.close();
  }
}

/** The same view of 10 runs, asked for in a database that holds only them and in one that holds 10,000 runs. */
export async function benchCompareQuery(urls: { small: string; large: string }): Promise<BenchRow[]> {
  const small = await timings(urls.small);
  const large = await timings(urls.large);
  const again = await timings(urls.small);
  const p95 = quantile(large, 0.95);
  // The small database is measured before and after, so that a drift of the machine is not taken for growth.
  const growth = median(large) / median([...small, ...again]);
  return [
    {
      what: '(c) compare query of 10 columns × 33 tests, 10,000 runs in the database, p95',
      aim: '≤ 20 ms',
      reached: `${p95.toFixed(1)} ms (median ${median(large).toFixed(1)} ms)`,
      met: p95 <= 20,
    },
    {
      what: '(c) median with 10,000 runs against 10 runs in the database',
      aim: '≤ 1.30×',
      reached: `${growth.toFixed(2)}×`,
      met: growth <= 1.3,
    },
  ];
}
