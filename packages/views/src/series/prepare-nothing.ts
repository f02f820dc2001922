import { countText } from '../text/count-text';
import { fullServerName } from '../text/server-name';
import type { LoadedSeries } from './read-series';
import { testLabel } from './series-data';
import { seriesHref } from './series-state';

export interface SeriesLink {
  href: string;
  text: string;
  note: string;
}

/** More are no help. */
const MOST = 40;

/** What there is where an address names what is not there: tests of the line, else all lines. */
export function noSeriesLinks({ entries, entry, overview }: LoadedSeries): SeriesLink[] {
  if (entry && overview) {
    const place = { server: entry.server.slug, workload: entry.workload.slug, line: entry.key };
    return overview.tests.slice(0, MOST).map(({ test }) => ({
      href: seriesHref({ ...place, test: test.key }),
      text: testLabel(test),
      note: test.groupLabel,
    }));
  }
  return entries.slice(0, MOST).map(({ server, workload, line, key, nights }) => ({
    href: seriesHref({ server: server.slug, workload: workload.slug, line: key }),
    text: `${line.product} ${line.version} on ${fullServerName(server)}`,
    note: [workload.label, workload.details.join(', '), countText(nights, 'night')]
      .filter(Boolean)
      .join(', '),
  }));
}
