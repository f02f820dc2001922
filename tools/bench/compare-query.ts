import { getCompareView } from '@basecase/db/queries/heatmaps/get-compare-view';
import {
  atMost,
  type BenchRow,
  median,
  milliseconds,
  quantile,
  times,
  timesOf,
  withDatabase,
} from './measure';

const CALLS = 200;
const VIEW = { server: 'bench-1', workload: 'bench-1' };

const timings = (url: string) =>
  withDatabase(url, (database) => timesOf(CALLS, () => getCompareView(database, VIEW), 20));

/** The same view of 10 runs, asked for in a database that holds only them and in one that holds 10,000 runs. */
export async function benchCompareQuery(urls: { small: string; large: string }): Promise<BenchRow[]> {
  const small = await timings(urls.small);
  const large = await timings(urls.large);
  const again = await timings(urls.small);
  const p95 = quantile(large, 0.95);
  // The small database is measured before and after, so that a drift of the machine is not taken for growth.
  const growth = median(large) / median([...small, ...again]);
  return [
    atMost('(c) compare query of 10 columns × 33 tests, 10,000 runs in the database, p95', p95, {
      limit: 20,
      show: milliseconds(1),
      more: ` (median ${median(large).toFixed(1)} ms)`,
    }),
    atMost('(c) median with 10,000 runs against 10 runs in the database', growth, {
      limit: 1.3,
      show: times(2),
    }),
  ];
}
