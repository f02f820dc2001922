import type { SeriesLineEntry } from '@basecase/db/types';
import { fullServerName, groupBy } from '../../text/words';
import { trendsHref } from '../../trends/trends-state';
import { seriesHref } from '../series-state';
import type { OverviewData } from './overview-data';
import { nightsLineText } from './overview-words';

/** Lines of nights to choose from: servers, then what there is on the chosen one. */
export type OverviewLines = ReturnType<typeof overviewLines>;

/** The other lines to choose from. */
export function overviewLines(entries: readonly SeriesLineEntry[], data: OverviewData) {
  const { server, workload, line, lineKey } = data;
  const onServer = entries.filter((entry) => entry.server.slug === server.slug);
  const here = onServer.filter((entry) => entry.workload.slug === workload.slug);
  return {
    server: server.slug,
    servers: choices(entries, (entry) => [entry.server.slug, fullServerName(entry.server)]),
    workload: workload.slug,
    workloads: choices(onServer, (entry) => [
      entry.workload.slug,
      [entry.workload.label, ...entry.workload.details].join(', '),
    ]),
    line: lineKey,
    lines: choices(here, (entry) => [entry.key, nightsLineText(entry.line)]),
    /** This page, and the same product over releases. */
    ownHref: seriesHref({ server: server.slug, workload: workload.slug, line: lineKey }),
    releasesHref: trendsHref({ product: line.product, benchmark: workload.benchmark }),
  };
}

function choices(
  entries: readonly SeriesLineEntry[],
  of: (entry: SeriesLineEntry) => [value: string, text: string],
) {
  const named = entries.map(of).map(([value, text]) => ({ value, text }));
  return [...groupBy(named, ({ value }) => value).values()]
    .flatMap(([first]) => first ?? [])
    .sort((a, b) => a.text.localeCompare(b.text, 'en', { numeric: true }));
}
