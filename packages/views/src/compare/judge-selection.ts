import {
  isCompared,
  judgeMatrix,
  type KnownNoise,
  type Matrix,
  type MatrixVerdicts,
  REASON_METRICS,
  type VerdictColumn,
} from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { toJudgedMatrix } from '../results/sent-results';
import { toKnownNoise } from '../verdict/heatmap-noise';
import {
  type HeatmapData,
  type HeatmapVerdicts,
  toHeatmapVerdicts,
  verdictAt,
  verdictKey,
} from './heatmap-data';
import type { HeatmapSelection } from './heatmap-selection';
import { nightsOfColumns } from './sent-nights';

const METRICS: readonly MetricId[] = ['throughput', ...REASON_METRICS];

/** Choices of columns come and go; those of a page are a few. */
const MOST_BANDS = 20;

/** What the cache keeps of a view of the data. */
interface Kept {
  noise: KnownNoise | null;
  /** By the columns of a band. */
  bands: Map<
    string,
    {
      matrix: Matrix<VerdictColumn>;
      /** Everything about the last base: its evidence is shown in the panel only. */
      full: { key: string; verdicts: MatrixVerdicts } | null;
    }
  >;
  byKey: Map<string, HeatmapVerdicts>;
}

const kept = new WeakMap<HeatmapData, Kept>();

function keptOf(data: HeatmapData): Kept {
  const found = kept.get(data) ?? { noise: null, bands: new Map(), byKey: new Map() };
  kept.set(data, found);
  return found;
}

/**
 * Verdicts of every chosen column against the base, over all tests, whatever is filtered, folded or out of sight.
 * Computed once for each base; those that the page came with are not computed at all.
 *
 * @returns null while plain thresholds are in force
 */
export function verdictsOf(selection: HeatmapSelection): HeatmapVerdicts | null {
  if (selection.rule !== 'verdicts') return null;
  const key = verdictKey(selection);
  const sent = selection.data.verdicts.find((verdicts) => verdicts.key === key);
  if (sent) return sent;
  const { byKey } = keptOf(selection.data);
  const known = byKey.get(key);
  if (known) return known;
  const full = judgeSelection(selection);
  if (!full) return null;
  const found = toHeatmapVerdicts(full, { key, judged: selection.judged });
  byKey.set(key, found);
  return found;
}

/** The same with all that is behind each verdict; null where nothing is known of the noise. */
export function judgeSelection(selection: HeatmapSelection): MatrixVerdicts | null {
  const { data, source, base } = selection;
  if (!data.noise) return null;
  const cache = keptOf(data);
  const key = verdictKey(selection);
  const of = source.join();
  const band = cache.bands.get(of) ?? {
    matrix: toJudgedMatrix(data.rows, data, { columns: selection.columns, source, metrics: METRICS }),
    full: null,
  };
  if (cache.bands.size > MOST_BANDS) cache.bands.clear();
  cache.bands.set(of, band);
  if (band.full?.key === key) return band.full.verdicts;
  cache.noise ??= toKnownNoise(data.noise, { ...data, benchmark: data.workload.benchmark });
  const series = nightsOfColumns(data.nights ?? [], source);
  const verdicts = judgeMatrix(band.matrix, { base, noise: cache.noise, series });
  band.full = { key, verdicts };
  return verdicts;
}

/** Null when there are verdicts. */
export function whyNoVerdicts({ data, metric }: HeatmapSelection): string | null {
  if (metric !== 'throughput') return 'Noise is measured only for throughput, not for this metric';
  return data.noise ? null : 'No noise data is stored for this view';
}

export interface UnclearCount {
  unclear: number;
  /** Cells with a verdict; bases have none. */
  judged: number;
}

/** Cells of a band that these runs can't tell from no change; of one column, or of all. */
export function countUnclear(selection: HeatmapSelection, only?: number): UnclearCount {
  const count = { unclear: 0, judged: 0 };
  const verdicts = verdictsOf(selection);
  if (!verdicts) return count;
  for (const [row] of selection.data.rows.entries()) {
    for (const [column] of selection.columns.entries()) {
      if (column === selection.base || (only !== undefined && column !== only)) continue;
      const verdict = verdictAt(verdicts, row, column);
      if (!isCompared(verdict)) continue;
      count.judged += 1;
      count.unclear += Number(verdict === 'unclear');
    }
  }
  return count;
}

/** True where more is unclear than not. */
export function isMostlyUnclear({ unclear, judged }: UnclearCount): boolean {
  return unclear * 2 > judged;
}
