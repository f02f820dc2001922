import { formatRatio, geometricMean } from '@basecase/analysis';
import type { NewestCounts, NewestRow, WaitingJoins } from '@basecase/db/types';
import { benchmarkModel } from '@basecase/ingest/model';
import { openingOf } from '../compare/open-href';
import { stepBrief, waitingText } from '../lines/line-words';
import { eventHref } from '../regressions/regressions-state';
import { seriesHref } from '../series/series-state';
import { clientsText, countText, dayText, serverClass, shortWorkloadLabel, tenth } from '../text/words';
import { benchmarkViewHref, serverHref } from '../url/hrefs';
import { believedLevel } from '../verdict/verdict-trend';

export type HomeModel = ReturnType<typeof homeModel>;
export type HomeRow = HomeModel['rows'][number];

interface HomeInput {
  rows: readonly NewestRow[];
  /** Joins of configs that need a decision. */
  waiting: WaitingJoins;
}

/** The table of the home page: the newest version of everything. */
export function homeModel({ rows, waiting }: HomeInput) {
  const opening = openingOf(rows.map((row) => ({ ...row, tests: row.before?.tests ?? undefined })));
  const stale = new Set(rows.filter(({ isStale }) => isStale).map(placeOf)).size;
  return {
    /** Rows with a comparison first, each part in the order of the newest run. */
    rows: rows
      .map((row) => toRow(row, opening))
      .sort((a, b) => Number(a.before === null) - Number(b.before === null)),
    /** Heatmaps whose runs changed since they were judged; empty when there are none. */
    staleNote: stale > 0 ? `${countText(stale, 'heatmap')} being judged again after new runs.` : '',
    /** Joins of configs that need a decision; empty without one. */
    waiting: waitingText(waiting),
  };
}

const placeOf = ({ server, workload }: NewestRow) => `${server.slug} ${workload.slug}`;

function toRow(row: NewestRow, opening: ReturnType<typeof openingOf>) {
  const { server, workload, product, flavour, config, newest, nights, means, step } = row;
  const [before, oldest] = [row.before, row.oldest].map((counts) =>
    counts && hasNothing(counts) ? null : counts,
  ) as [NewestRow['before'], NewestRow['oldest']];
  const address = { server: server.slug, workload: workload.slug };
  return {
    key: [server.slug, workload.slug, product, flavour, config, nights].join(' '),
    product: productText(row),
    href:
      nights !== null
        ? seriesHref({ ...address, line: nights })
        : ((newest === null ? benchmarkViewHref(workload.benchmark, address) : null) ??
          opening.href(address)),
    server: server.name,
    serverClass: serverClass(server) === server.name ? '' : serverClass(server),
    serverHref: serverHref(server.slug),
    workload: [
      shortWorkloadLabel(workload),
      clientsText(workload.clients),
      workload.origin === 'published' ? 'published' : '',
      flavour ?? '',
      config ?? '',
    ]
      .filter(Boolean)
      .join(', '),
    newest: nights === null ? (newest ?? '') : dayText(row.latestRunAt),
    /** In place of counts: why nothing is compared; empty where something is. */
    note: noteOf(row),
    before: before && before.version !== '' ? countsOf(before) : null,
    /** `7 of 32`. */
    oldest: oldest && {
      ...countsOf(oldest),
      /** Older versions are before a config step: `config step −6%`; empty without one. */
      step: step ? stepBrief(step) : '',
      mean: oldest.mean === null ? '–' : formatRatio(oldest.mean),
      level: believedLevel(oldest.mean, meanVerdict(oldest.mean)),
      direction: oldest.mean === null || Math.abs(oldest.mean - 1) < FILLED_FROM ? null : markOf(oldest.mean),
    },
    chart: chartOf(means, oldest?.mean ?? null),
    lastRun: row.latestRunAt,
    lastRunDay: dayText(row.latestRunAt),
  };
}

/** A benchmark without releases is named by itself: its product is none. */
function productText({ product, newest, nights, workload }: NewestRow): string {
  const { name, hasReleases } = benchmarkModel(workload.benchmark);
  if (hasReleases === false) return name;
  return nights === null ? product : `${product} ${newest}`;
}

/** A mean is filled from ±3% on; no verdict exists for it. */
const FILLED_FROM = 0.03;

const markOf = (mean: number) => (mean < 1 ? ('dn' as const) : ('up' as const));

function meanVerdict(mean: number | null) {
  if (mean === null || Math.abs(mean - 1) < FILLED_FROM) return 'no change' as const;
  return mean < 1 ? ('regression' as const) : ('improvement' as const);
}

/**
 * Results of several authors may share a heatmap and no test: "0 of 0" would mean that nothing is slower. Where all tests stopped,
 * that is what there is to say.
 */
function hasNothing({ tests, stopped }: NewestCounts): boolean {
  return tests === 0 && stopped === 0;
}

function noteOf({ newest, before, isStale, workload, nights }: NewestRow): string {
  if (newest === null) {
    if (benchmarkModel(workload.benchmark).hasReleases === false) return 'no releases to compare';
    return isStale ? 'being judged' : 'no known version';
  }
  if (before !== null && before.version !== '')
    return hasNothing(before) ? `no test in common with ${before.version}` : '';
  if (nights === null) return 'one version';
  return before === null ? 'levels after 12 nights' : 'no release was measured there';
}

function countsOf({ version, stopped, slower, likely, faster, tests, event }: NewestCounts) {
  return {
    version,
    stopped,
    slower,
    likely,
    faster,
    tests: tests ?? '–',
    /** The event with these tests; null: none is slower. */
    href: event === null ? null : eventHref(event),
  };
}

/** Size of the drawing in its own units. */
export const SPARK = { width: 110, height: 24, margin: 4 } as const;

/** Means by version as a line; null with fewer than two. */
function chartOf(means: readonly (number | null)[], last: number | null) {
  const points = means.flatMap((mean, place) => (mean === null ? [] : [{ mean, place }]));
  const [first] = points;
  const newest = points.at(-1);
  if (!first || !newest || points.length < 2) return null;
  let [low, high] = [1, 1];
  for (const { mean } of points) [low, high] = [Math.min(low, mean), Math.max(high, mean)];
  // A change of 10% has half the height at least: smaller ones stay small.
  const room = Math.max(high - low, 0.2);
  const middle = geometricMean([low, high]) ?? 1;
  const x = (place: number) =>
    tenth(SPARK.margin + (place / Math.max(1, means.length - 1)) * (SPARK.width - 2 * SPARK.margin));
  const y = (mean: number) =>
    tenth(SPARK.height / 2 - ((mean - middle) / room) * (SPARK.height - 2 * SPARK.margin));
  return {
    path: points.map(({ mean, place }, at) => `${at === 0 ? 'M' : 'L'}${x(place)} ${y(mean)}`).join(''),
    oneY: y(1),
    end: { x: x(newest.place), y: y(newest.mean) },
    trend: meanVerdict(last),
    /** For screen readers. */
    description: `Mean by version, relative to the oldest: ${points.map(({ mean }) => formatRatio(mean)).join(', ')}`,
  };
}
