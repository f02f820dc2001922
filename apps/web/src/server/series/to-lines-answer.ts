import type { Lines } from '@basecase/contract/series';
import type { SeriesLineEntry, SeriesOverview } from '@basecase/db/types';
import { seriesHref } from '@basecase/views/series';

interface LinesFound {
  lines: readonly SeriesLineEntry[];
  /** Of the lines, in their order. */
  overviews: readonly Pick<SeriesOverview, 'tests'>[];
}

/** Lines of nights as they are sent over HTTP. */
export function toLinesAnswer({ lines, overviews }: LinesFound, baseUrl: string): Lines {
  return {
    lines: lines.map(({ server, workload, key, line, nights, newestAt }, index) => {
      const place = { server: server.slug, workload: workload.slug, line: key };
      return {
        ...place,
        ...line,
        serverName: server.name,
        workloadLabel: [workload.label, ...workload.details].join(', '),
        benchmark: workload.benchmark,
        nights,
        newestAt,
        tests: overviews[index]?.tests.map(({ test }) => test.key) ?? [],
        url: `${baseUrl}${seriesHref(place)}`,
      };
    }),
  };
}
