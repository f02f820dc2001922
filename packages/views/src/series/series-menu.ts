import { metricOf } from '@basecase/ingest/model';
import { trendsHref } from '../trends/trends-state';
import { heatmapText } from '../url/fields';
import { chartMetrics, knownMetrics, mainMetric } from './chart/panel-metrics';
import type { SeriesData } from './series-data';
import { baseVersions, type SeriesBase } from './series-levels';
import { ABSOLUTE, FIRST_LEVEL, type SeriesState, seriesHref } from './series-state';

/** What can be chosen on the page of a series. */
export type SeriesMenu = ReturnType<typeof seriesMenu>;

/** Everything that can be chosen, and what is. */
export function seriesMenu(data: SeriesData, state: SeriesState, base: SeriesBase) {
  const { server, workload, line, lineKey, test, tests, nights } = data;
  const main = mainMetric(data, state);
  const metrics = knownMetrics(data).map((id) => ({ id, label: metricOf(id).label, isChosen: id === main }));
  const labels = [...new Set(tests.map(({ groupLabel }) => groupLabel))];
  const isZoomed = state.from !== '' || state.to !== '';
  return {
    /** This page, and trends over releases of the same test. */
    ownHref: seriesHref(state),
    releasesHref: trendsHref({
      product: line.product,
      benchmark: workload.benchmark,
      test: test.key,
      on: [heatmapText({ server: server.slug, workload: workload.slug })],
    }),
    overviewHref: seriesHref({ server: server.slug, workload: workload.slug, line: lineKey }),
    /** `All 33 tests`. */
    overviewText: tests.length > 1 ? `All ${tests.length} tests` : 'All tests',
    groups: labels.map((label) => ({
      label,
      tests: tests.flatMap((own) => (own.groupLabel === label ? [{ key: own.key, label: own.label }] : [])),
    })),
    metrics,
    /** There are more panels than those that are drawn unasked. */
    hasMoreCharts:
      chartMetrics(data, { ...state, charts: 'all' }).length >
      chartMetrics(data, { ...state, charts: 'few' }).length,
    bases: basesOf(data, state, base),
    spans: (['30', '90', 'all'] as const).flatMap((value) =>
      value === 'all' || Number(value) < nights.length
        ? [
            {
              value,
              text: value === 'all' ? `All ${nights.length}` : value,
              isChosen: !isZoomed && state.span === value,
            },
          ]
        : [],
    ),
  };
}

function basesOf(data: SeriesData, state: SeriesState, base: SeriesBase) {
  const versions = baseVersions(data);
  const hasLevels = (data.verdicts[mainMetric(data, state)]?.levels.length ?? 0) > 0;
  const choices = [
    ...versions.map((version, index) => ({
      value: version,
      text: index === 0 ? `${version}, last release` : version,
    })),
    { value: FIRST_LEVEL, text: hasLevels ? 'first level' : 'median night' },
    { value: ABSOLUTE, text: 'nothing: absolute values' },
  ];
  return choices.map((choice) => ({ ...choice, isChosen: choice.value === base.choice }));
}
