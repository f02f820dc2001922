import { stoppedCountText } from '@basecase/analysis';
import type { StoppedEntry, StoppedTest } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { compareHref } from '../../compare/compare-state';
import { fullServerName, groupDigits, shortWorkloadLabel } from '../../text/words';

/** Names in a row; the heatmap has all. */
const MOST_NAMES = 5;
/** Rows; a server whose disk is full stops everything on it. */
const MOST_ROWS = 8;

export type StoppedView = NonNullable<ReturnType<typeof stoppedView>>;

/** Tests that stopped working in the newest version of their line, as the home page and the regressions show them; null: none. */
export function stoppedView(entries: readonly StoppedEntry[]) {
  const count = countStopped(entries);
  if (count === 0) return null;
  const more = entries.slice(MOST_ROWS);
  return {
    /** `3 tests stopped working` */
    title: stoppedCountText(count).replace(/\.$/, ''),
    rows: entries.slice(0, MOST_ROWS).map(toRow),
    /** `and 12 tests of 3 other lines`; empty where all are shown. */
    more:
      more.length === 0
        ? ''
        : `and ${groupDigits(countStopped(more))} more in ${groupDigits(more.length)} other ${more.length === 1 ? 'line' : 'lines'}`,
  };
}

export function countStopped(entries: readonly Pick<StoppedEntry, 'count'>[]): number {
  return entries.reduce((sum, { count }) => sum + count, 0);
}

function toRow(entry: StoppedEntry) {
  const { server, workload, product, flavour, config, tests, count } = entry;
  const more = count - Math.min(MOST_NAMES, tests.length);
  return {
    key: [server.slug, workload.slug, product, flavour, config, entry.isNights].join(' '),
    /** `PostgreSQL 18.0` */
    version: `${product} ${versionLabel(tests[0]?.version ?? '')}`,
    /** `8-core pn53, sysbench, cached, x10a_c8r32` */
    where: [fullServerName(server), shortWorkloadLabel(workload), flavour, config].filter(Boolean).join(', '),
    tests: tests.slice(0, MOST_NAMES).map((one) => ({
      name: one.test,
      href: stoppedTestHref(entry, one),
      /** `failed, worked in 17.0` */
      note: `${one.reason}, worked in ${versionLabel(one.lastGood)}`,
    })),
    /** `7 more`; empty where all have a name. */
    more: more > 0 ? `${groupDigits(more)} more` : '',
  };
}

/** Its cell in the heatmap, with the newest version in which it worked as the base; of builds these two are named. */
export function stoppedTestHref(
  { server, workload, isNights }: Pick<StoppedEntry, 'server' | 'workload' | 'isNights'>,
  { test, column, base }: Pick<StoppedTest, 'test' | 'column' | 'base'>,
): string {
  return compareHref({
    server: server.slug,
    workload: workload.slug,
    base,
    cell: { test, column },
    ...(isNights && { cols: [base, column] }),
  });
}
