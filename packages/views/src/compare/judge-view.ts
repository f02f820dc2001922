import {
  type CellStatus,
  judgeMatrix,
  type KnownNoise,
  type Matrix,
  type MatrixVerdicts,
  REASON_METRICS,
  type VerdictColumn,
} from '@basecase/analysis';
import type { MetricId } from '@basecase/ingest/model';
import { toKnownNoise } from '../verdict/heat-noise';
import type { HeatData } from './heat-data';
import { type HeatVerdicts, toHeatVerdicts, verdictKey } from './heat-verdicts';
import type { View } from './view';

/** What the cache keeps of a view of the data. */
interface Kept {
  matrix: { of: string; matrix: Matrix<VerdictColumn> } | null;
  noise: KnownNoise | null;
  /** Everything about the last base: its evidence is shown in the panel only. */
  full: { key: string; verdicts: MatrixVerdicts } | null;
  byKey: Map<string, HeatVerdicts>;
}

const kept = new WeakMap<HeatData, Kept>();

function keptOf(data: HeatData): Kept {
  const found = kept.get(data) ?? { matrix: null, noise: null, full: null, byKey: new Map() };
  kept.set(data, found);
  return found;
}

/**
 * Verdicts of every chosen column against the base, over all tests, whatever is filtered, folded or out of sight.
 * Computed once for each base; those that the page came with are not computed at all.
 *
 * @returns null while plain thresholds are in force
 */
export function verdictsOf(view: View): HeatVerdicts | null {
  if (view.rule !== 'verdicts') return null;
  const key = verdictKey(view);
  const { verdicts } = view.data;
  if (verdicts?.key === key) return verdicts;
  const { byKey } = keptOf(view.data);
  const known = byKey.get(key);
  if (known) return known;
  const full = judgeView(view);
  if (!full) return null;
  const found = toHeatVerdicts(full, { key, judged: view.judged });
  byKey.set(key, found);
  return found;
}

/** The same with all that is behind each verdict; null where nothing is known of the noise. */
export function judgeView(view: View): MatrixVerdicts | null {
  const { data, source, base } = view;
  if (!data.noise) return null;
  const cache = keptOf(data);
  const key = verdictKey(view);
  if (cache.full?.key === key) return cache.full.verdicts;
  const of = source.join();
  if (cache.matrix?.of !== of) cache.matrix = { of, matrix: toMatrix(view) };
  cache.noise ??= toKnownNoise(data.noise, { ...data, benchmark: data.workload.benchmark });
  const verdicts = judgeMatrix(cache.matrix.matrix, { base, noise: cache.noise });
  cache.full = { key, verdicts };
  return verdicts;
}

/** The chosen columns of the data with all of its tests, as the rule wants them. */
function toMatrix({ data, columns, source }: View): Matrix<VerdictColumn> {
  const pick = <T>(cells: readonly (readonly T[])[]) => cells.map((row) => source.map((at) => row[at] as T));
  const all = <T>(cell: T) => data.rows.map(() => source.map(() => cell));
  const metrics: MetricId[] = ['throughput', ...REASON_METRICS];
  const values = metrics.flatMap((metric) => {
    const cells = data.values[metric];
    return cells ? [[metric, pick(cells)] as const] : [];
  });
  const sources = metrics.flatMap((metric) => {
    const cells = data.sources[metric];
    if (!cells) return [];
    return [[metric, pick(cells.map((row) => [...row].map((letter) => SOURCES[letter] ?? '-')))] as const];
  });
  return {
    columns,
    rows: data.rows.map((row, position) => ({
      ...row,
      label: row.key,
      position,
      warmup: false,
      known: true,
    })),
    values: Object.fromEntries(values),
    sources: Object.fromEntries(sources),
    status: statusOf(data, source),
    repeats: data.repeats ? pick(data.repeats) : all(1),
    spread: data.spread ? pick(data.spread) : all(null),
  };
}

const SOURCES: Readonly<Record<string, 'computed' | 'reported'>> = { c: 'computed', r: 'reported' };

/** A cell without a value is missing whatever its status, so only those that must not be compared count. */
function statusOf({ rows, excluded }: HeatData, source: readonly number[]): CellStatus[][] {
  const status = rows.map(() => source.map((): CellStatus => 'ok'));
  for (const cell of excluded) {
    const column = source.indexOf(cell.column);
    const row = status[cell.row];
    if (row && column !== -1) row[column] = cell.status;
  }
  return status;
}
