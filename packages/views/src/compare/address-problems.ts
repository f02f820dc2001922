import type { MetricId } from '@basecase/ingest/model';
import { type AddressProblem, knownName, unknownValues } from '../url/address-problem';
import { metricText } from '../url/fields';
import { ALL_COLUMNS, productsOf } from './choose-columns';
import { type CompareState, compareUrl } from './compare-state';
import type { HeatmapData } from './heatmap-data';
import { isSameMetric } from './heatmap-selection';
import { whatIfProblems } from './what-if-state';

/** A heatmap that an address may name. */
interface Entry {
  server: { slug: string; name: string };
  workload: { slug: string };
}

/** The names that an address may use. */
interface Loaded {
  entries: readonly Entry[];
  /** The heatmap that is shown; null when there is none. */
  data: Pick<HeatmapData, 'columns' | 'rows' | 'recorded' | 'values'> | null;
  /** What the address means where that differs from what it says: a name that leads to another. */
  asked?: CompareState;
}

/**
 * Parts of a heatmap's address that match nothing: parameters, values, and names of things that are not loaded.
 *
 * @param others parameters that are not of the view: `format`
 */
export function compareProblems(
  query: Iterable<readonly [string, string]>,
  { entries, data, asked }: Loaded,
  others: readonly string[] = [],
): AddressProblem[] {
  const pairs = [...query];
  const state = asked ?? compareUrl.parse(pairs);
  const onServer = entries.filter(({ server }) => state.server === '' || server.slug === state.server);
  const where = state.server === '' ? '' : ` on ${state.server}`;
  const missing = [
    ...unknownValues('server', [state.server], {
      known: entries.map(({ server }) => [server.slug, server.name]),
    }),
    ...(onServer.length === 0
      ? []
      : unknownValues('workload', [state.workload], {
          known: onServer.map(({ workload }) => workload.slug),
          where,
        })),
  ];
  const form = compareUrl.problems(pairs, others);
  // Columns and tests of another heatmap than the one that was asked for say nothing.
  if (!data || missing.length > 0) return [...form, ...missing];
  const columns = data.columns.map(({ slug }) => slug);
  const tests = data.rows.map(({ key }) => key);
  const products = productsOf(data.columns);
  const column = (parameter: string, values: readonly string[]) =>
    unknownValues(parameter, values, { known: columns, what: 'column', where: ' in this heatmap' });
  return [
    ...form,
    ...unknownValues(
      'product',
      state.product.map((name) => knownName(products, name)),
      { known: products, where: ' in this heatmap' },
    ),
    ...unknownValues('split', state.split, {
      known: [...new Set(data.columns.flatMap(({ config }) => config ?? []))],
      what: 'config',
      where: ' in this heatmap',
    }),
    ...unknownMetric(state.metric, data),
    ...column('base', state.base.split(',')),
    ...column(
      'cols',
      state.cols.filter((slug) => slug !== ALL_COLUMNS),
    ),
    ...column('sort', [state.sort.replace(/^-/, '')]),
    ...column('show', [state.show]),
    ...(state.cell ? column('cell', [state.cell.column]) : []),
    ...(state.cell
      ? unknownValues('cell', [state.cell.test], { known: tests, what: 'test', where: ' in this heatmap' })
      : []),
    ...whatIfProblems(state, tests),
  ];
}

/** A metric that no test of the heatmap has: its cells would show another one. One in another unit is the same. */
function unknownMetric(
  metric: MetricId,
  { recorded, values }: Pick<HeatmapData, 'recorded' | 'values'>,
): AddressProblem[] {
  const known = [...new Set([...recorded, ...(Object.keys(values) as MetricId[])])];
  if (metric === 'throughput' || known.some((id) => id === metric || isSameMetric(id, metric))) return [];
  return unknownValues('metric', [metricText(metric)], {
    known: known.map(metricText),
    where: ' in this heatmap',
  });
}
