import {
  costRatio,
  formatRatio,
  isBetter,
  isWorse,
  type Level,
  NEUTRAL,
  ratio,
  verdictLevel,
} from '@basecase/analysis';
import type { CompareView } from '@basecase/db/types';
import { COSTS, type HeatmapMetricId, METRICS } from '@basecase/ingest/model';
import { shortWorkloadLabel } from '../text/workload-label';
import { allPairs, type ReleasePair } from './release-pairs';

/** Default threshold of the page; the compare page has the others. */
const THRESHOLD = 0.95;

/** One test, one release against the one before it. */
export interface Change {
  key: string;
  test: string;
  range: number | null;
  ratio: number;
  level: Level;
  /** `MySQL 9.5.0 after 9.4.0`. */
  words: string;
  /** What is counted where it is not queries: `inserts/s`, `NOPM`; else empty. */
  unit: string;
  /** `sysbench, cached`. */
  workload: string;
  /** Costs that moved with it: `cpu/o 1.50, wKB/o 1.26`. */
  costs: string;
  server: string;
  serverSlug: string;
  href: string;
}

/** How a link into the compare page is made; it lives in the compare feature, so the page passes it in. */
export type HrefOf = (state: {
  server: string;
  workload: string;
  base: string;
  cell?: { test: string; column: string };
}) => string;

/** Goes without saying. */
export const USUAL_UNIT = 'queries/s';

/** A cost that rose by this much is worth a word beside a regression. */
const NOTABLE = 1.05;
const MOST_COSTS = 2;

/** Every change from one release to the next in a view, beyond the threshold. */
export function toChanges(view: CompareView, hrefOf: HrefOf): Change[] {
  return allPairs(view.matrix.columns)
    .flatMap((pair) => changesOf(view, pair, hrefOf))
    .filter(({ level }) => level !== NEUTRAL);
}

/** At most this many tests of one release are listed: a release that slows everything would fill the page. */
const PER_RELEASE = 2;

/** The largest changes first, not more than two tests of one release. */
export function largest(changes: readonly Change[], direction: 'down' | 'up', limit: number): Change[] {
  const sign = direction === 'down' ? 1 : -1;
  const wanted = changes.filter(({ level }) => (direction === 'down' ? isWorse(level) : isBetter(level)));
  // Equal ratios keep the order of the heatmap: sort is stable.
  const sorted = [...wanted].sort((a, b) => sign * (a.ratio - b.ratio));
  const seen = new Map<string, number>();
  return sorted
    .filter(({ words, server }) => {
      const key = `${server} ${words}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
      return (seen.get(key) ?? 0) <= PER_RELEASE;
    })
    .slice(0, limit);
}

function changesOf(view: CompareView, pair: ReleasePair, hrefOf: HrefOf): Change[] {
  const { newer, older } = columnsOf(view, pair);
  if (!newer || !older) return [];
  return view.matrix.rows.flatMap((row, index) => {
    if (row.warmup) return [];
    const value = ratio(
      valueAt(view, 'throughput', { row: index, column: pair.newer }),
      valueAt(view, 'throughput', { row: index, column: pair.older }),
    );
    if (value === null || !Number.isFinite(value) || value === 0) return [];
    const level = verdictLevel(value, 'higher-is-better', THRESHOLD);
    return [
      {
        key: row.key,
        test: row.name,
        range: row.range,
        ratio: value,
        level,
        words: `${newer.product} ${newer.version} after ${older.version}`,
        unit: row.unit === USUAL_UNIT ? '' : row.unit,
        workload: shortWorkloadLabel(view.workload),
        costs: costsOf(view, index, pair, level),
        server: serverName(view),
        serverSlug: view.server.slug,
        href: hrefOf({
          server: view.server.slug,
          workload: view.workload.slug,
          base: older.slug,
          cell: { test: row.key, column: newer.slug },
        }),
      },
    ];
  });
}

function columnsOf({ matrix }: CompareView, pair: ReleasePair) {
  return { newer: matrix.columns[pair.newer], older: matrix.columns[pair.older] };
}

function valueAt({ matrix }: CompareView, metric: HeatmapMetricId, at: { row: number; column: number }) {
  if (matrix.status[at.row]?.[at.column] !== 'ok') return null;
  return matrix.values[metric]?.[at.row]?.[at.column] ?? null;
}

/** Costs that moved in the same direction as the verdict, the largest two; says so when there are none. */
function costsOf(view: CompareView, row: number, pair: ReleasePair, level: Level): string {
  const worse = isWorse(level);
  const costs = COSTS.flatMap((metric) => {
    const at = (column: number) => valueAt(view, metric, { row, column });
    const [newer, older] = [at(pair.newer), at(pair.older)];
    return newer === null || older === null ? [] : [{ metric, value: costRatio(metric, newer, older) }];
  });
  if (costs.length === 0) return 'costs not recorded';
  const moved = costs.flatMap(({ metric, value }) => {
    if (value === null || !Number.isFinite(value) || value === 0) return [];
    const isNotable = worse ? value >= NOTABLE : value <= 1 / NOTABLE;
    return isNotable ? [{ metric, value }] : [];
  });
  const size = (value: number) => Math.abs(Math.log(value));
  const largest = moved.sort((a, b) => size(b.value) - size(a.value)).slice(0, MOST_COSTS);
  if (largest.length === 0) return `no cost ${worse ? 'rose' : 'fell'} with it`;
  return largest.map(({ metric, value }) => `${METRICS[metric].label} ${formatRatio(value)}`).join(', ');
}

/** A server is shown first by its class. */
export function serverName({ server }: Pick<CompareView, 'server'>): string {
  return server.cores === null ? server.name : `${server.cores}-core ${server.name}`;
}
