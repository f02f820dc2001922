import { ENOUGH_NIGHTS } from '@basecase/analysis';
import type { SeriesSummaryEntry } from '@basecase/db/types';
import { seriesHref } from '../series/series-state';
import { countText, dayText, fullServerName, shortWorkloadLabel } from '../text/words';

/** A line of nights, and how many of its tests are at another level than the last release. */
export type NightsRow = ReturnType<typeof nightsRows>[number];

/** Lines of nights, the one with the newest night first. */
export function nightsRows(entries: readonly SeriesSummaryEntry[]) {
  return entries.map((entry) => {
    const { key, server, workload, line, nights, newestAt, slower, faster, possible } = entry;
    return {
      key: `${server.slug} ${workload.slug} ${key}`,
      server: fullServerName(server),
      /** `PostgreSQL 19devel`. */
      line: `${line.product} ${line.version}`,
      /** `sysbench, cached, branch master, config x10b_c8r32`. */
      details: [
        shortWorkloadLabel(workload),
        line.branch === null ? '' : `branch ${line.branch}`,
        line.flavour === null ? '' : `build ${line.flavour}`,
        line.config === null ? '' : `config ${line.config}`,
      ]
        .filter(Boolean)
        .join(', '),
      /** `200 nights`. */
      nights: countText(nights, 'night'),
      /** `16 Nov 2026`, and the same for machines. */
      newest: dayText(newestAt),
      date: newestAt.slice(0, 10),
      slower: countOf(entry, slower, 'slower'),
      faster: countOf(entry, faster, 'faster'),
      /** `2 possible`; empty without. */
      possible: possible > 0 ? `${possible} possible` : '',
      /** `since 18.4`, `since the first level`, `levels after 12 nights`. */
      since: sinceText(entry),
      href: seriesHref({ server: server.slug, workload: workload.slug, line: key }),
    };
  });
}

/** Without a release or a level nothing is counted: that is not "0 slower". */
function countOf({ tests, release }: SeriesSummaryEntry, count: number, word: string) {
  return tests === 0 || release === null
    ? { text: '–', isSome: false }
    : { text: `${count} ${word}`, isSome: count > 0 };
}

function sinceText({ tests, release, nights }: SeriesSummaryEntry): string {
  if (tests === 0) return nights < ENOUGH_NIGHTS ? `levels after ${ENOUGH_NIGHTS} nights` : 'being judged';
  return release === null ? 'no release was measured there' : `since ${release}`;
}
