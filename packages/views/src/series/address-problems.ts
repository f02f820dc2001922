import { metricOf } from '@basecase/ingest/model';
import { type AddressProblem, unknownValues } from '../url/address-problem';
import type { LoadedSeries } from './read-series';
import { baseVersions } from './series-base';
import { ABSOLUTE, FIRST_LEVEL, seriesUrl } from './series-state';

/**
 * What of the address of a series is not understood.
 *
 * @param others parameters that are not of the view: `format`
 */
export function seriesProblems(
  query: Iterable<readonly [string, string]>,
  { entries, overview, data }: LoadedSeries,
  others: readonly string[] = [],
): AddressProblem[] {
  const pairs = [...query];
  const state = seriesUrl.parse(pairs);
  const onServer = entries.filter(({ server }) => state.server === '' || server.slug === state.server);
  const here = onServer.filter(({ workload }) => state.workload === '' || workload.slug === state.workload);
  const on = state.server === '' ? '' : ` on ${state.server}`;
  const misread = seriesUrl.problems(pairs, others);
  const elsewhere = [
    ...unknownValues('server', [state.server], {
      known: entries.map(({ server }) => server.slug),
      what: 'server with nights',
    }),
    // What a server that is not there has is no help.
    ...(onServer.length === 0
      ? []
      : unknownValues('workload', [state.workload], {
          known: onServer.map(({ workload }) => workload.slug),
          what: 'workload with nights',
          where: on,
        })),
    ...(here.length === 0
      ? []
      : unknownValues('line', [state.line], { known: here.map(({ key }) => key), where: on })),
  ];
  // Tests and nights of another line say nothing.
  if (elsewhere.length > 0 || !overview) return [...misread, ...elsewhere];
  if (!data) {
    const tests = unknownValues('test', [state.test], {
      known: overview.tests.map(({ test }) => test.key),
      where: ' in these nights',
    });
    return [...misread, ...tests];
  }
  const columns = data.nights.map(({ column }) => column);
  return [
    ...misread,
    ...unknownValues('base', [state.base], {
      known: [...baseVersions(data), FIRST_LEVEL, ABSOLUTE],
      what: 'release',
      where: ' beside these nights',
    }),
    ...(['from', 'to', 'a', 'b'] as const).flatMap((name) =>
      unknownValues(name, [state[name]], { known: columns, what: 'night' }),
    ),
    ...(data.metrics.includes(state.metric) || state.metric === 'cpu_per_op' || state.metric === 'throughput'
      ? []
      : unknownValues('metric', [metricOf(state.metric).label], {
          known: data.metrics.map((metric) => metricOf(metric).label),
          where: ' in these nights',
        })),
  ];
}
