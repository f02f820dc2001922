import { type CellVerdict, costRatio, type Verdict } from '@basecase/analysis';
import { benchmarkModel, isHeatmapMetric, type MetricId } from '@basecase/ingest/model';
import type { LadderCosts, LadderStep, NeighbourTest, OtherBuild } from '../../types/regression-page';
import type { RegressionColumn } from '../../types/regressions';
import type { HeatmapColumn } from '../load-heatmap';
import { columnName } from '../recompute/column-name';
import { type RecordView, ratioOf, valueAt } from './record-view';

/** The versions of a record's line in release order, each against the last good one. */
export function buildLadder(view: RecordView, fixedSeen: string | null): LadderStep[] {
  const { matrix, row, line, levels, judge, firstBad, lastGood } = view;
  let previous: number | null = null;
  const good = valueAt(view, { row, column: lastGood });
  return line.columns.flatMap((column): LadderStep[] => {
    const own = matrix.columns[column];
    if (!own) return [];
    const value = valueAt(view, { row, column });
    const place = levels.columns.indexOf(column);
    const step: LadderStep = {
      ...toColumn(own),
      runs: own.runs,
      results: matrix.repeats[row]?.[column] ?? 0,
      status: matrix.status[row]?.[column] ?? 'missing',
      value,
      toLastGood: ratioOf(value, good),
      toPrevious: ratioOf(value, previous),
      verdict: judge(column)[row] ?? MISSING,
      level: place < 0 ? null : levels.segments.findIndex(({ end }) => place < end),
      role: roleOf(column, { firstBad, lastGood, isFixed: columnName(own) === fixedSeen }),
    };
    previous = value ?? previous;
    return [step];
  });
}

const MISSING: CellVerdict = { verdict: 'missing', mark: 'missing', reason: 'not recorded' };

function roleOf(
  column: number,
  { firstBad, lastGood, isFixed }: { firstBad: number; lastGood: number; isFixed: boolean },
): LadderStep['role'] {
  if (column === lastGood) return 'last good';
  if (column === firstBad) return 'first bad';
  return isFixed ? 'fixed' : null;
}

function toColumn(column: HeatmapColumn): RegressionColumn {
  const { slug, label, flavour, config } = column;
  return { column: slug, label, version: columnName(column), flavour, config };
}

/** What the hardware paid at each version of the ladder; metrics that no version has are left out. */
export function buildCosts(view: RecordView): LadderCosts[] {
  const { matrix, row, line, lastGood, heatmap } = view;
  const metrics = benchmarkModel(heatmap.benchmark).heatmapMetrics.filter((metric) =>
    line.columns.some((column) => valueAt(view, { row, column, metric }) !== null),
  );
  return line.columns.flatMap((column): LadderCosts[] => {
    const own = matrix.columns[column];
    if (!own) return [];
    const absolute: LadderCosts['absolute'] = {};
    const relative: LadderCosts['relative'] = {};
    for (const metric of metrics) {
      const value = valueAt(view, { row, column, metric });
      absolute[metric] = value;
      relative[metric] = relativeOf(view, { value, metric, lastGood });
    }
    return [{ column: own.slug, version: columnName(own), absolute, relative }];
  });
}

/** Null for costs that are too small to be compared; x/0 has no ratio in JSON. */
function relativeOf(
  view: RecordView,
  { value, metric, lastGood }: { value: number | null; metric: MetricId; lastGood: number },
): number | null {
  const base = valueAt(view, { row: view.row, column: lastGood, metric });
  const ratio = isHeatmapMetric(metric) ? costRatio(metric, value, base) : ratioOf(value, base);
  return ratio !== null && Number.isFinite(ratio) ? ratio : null;
}

/** The tests of the same group at the same versions. */
export function buildNeighbours(view: RecordView, slugs: ReadonlyMap<string, string>): NeighbourTest[] {
  const { matrix, line, lastGood, judge, row: own } = view;
  const group = matrix.rows[own]?.group;
  return matrix.rows.flatMap((row, index): NeighbourTest[] => {
    if (row.group !== group) return [];
    const good = valueAt(view, { row: index, column: lastGood });
    const cells = line.columns.flatMap((column) => {
      const slug = matrix.columns[column]?.slug;
      if (slug === undefined) return [];
      const value = valueAt(view, { row: index, column });
      const verdict: Verdict = judge(column)[index]?.verdict ?? 'missing';
      return [{ column: slug, ratio: ratioOf(value, good), verdict }];
    });
    const { key, name, range } = row;
    return [{ key, name, range, isSelf: index === own, cells, slug: slugs.get(key) ?? null }];
  });
}

/** The same two versions with other builds and configs, each within its own line; those that have only one are left out. */
export function buildOtherBuilds(view: RecordView): OtherBuild[] {
  const { matrix, firstBad, lastGood, lines, row, judge } = view;
  const version = (column: number) => {
    const own = matrix.columns[column];
    return own && columnName(own);
  };
  return lines.flatMap(({ columns }): OtherBuild[] => {
    const bad = columns.find((column) => version(column) === version(firstBad));
    const good = columns.find((column) => version(column) === version(lastGood));
    const column = bad === undefined || bad === firstBad ? undefined : matrix.columns[bad];
    if (!column || bad === undefined || good === undefined) return [];
    const ratio = ratioOf(valueAt(view, { row, column: bad }), valueAt(view, { row, column: good }));
    return [{ ...toColumn(column), ratio, verdict: judge(bad, good)[row]?.verdict ?? 'missing' }];
  });
}
