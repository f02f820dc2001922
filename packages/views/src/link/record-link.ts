import {
  certaintyOf,
  formatFrozen,
  isFlagged,
  isSure,
  type Verdict,
  verdictDirection,
} from '@basecase/analysis';
import type { RegressionPage } from '@basecase/db/types';
import { buildLabel, versionLabel } from '@basecase/ingest/model';
import { recordTitle } from '../regressions/record/record-lede';
import { doubtsText } from '../regressions/record-words';
import { dayText, timeText } from '../text/words';
import { comparedSentence, type LinkCard, linkCertainty, machineWords, whereText } from './link-card';
import type { LinkChart } from './link-chart';
import { benchmarkName, countedNoun, testDoes } from './test-glossary';

/** More nights than these are a blur at the width of a phone. */
const MOST_NIGHTS = 120;

/** The card of a record: its first bad version, or build, against the last good one. */
export function recordLink(page: RegressionPage): LinkCard {
  const { test, server, workload, product, firstBad, lastGood, nights, explanation } = page;
  const { owner, createdAt } = page;
  const name = [test.name, test.range === null ? '' : String(test.range)].filter(Boolean).join(' ');
  const [bad, good] = nights
    ? [buildLabel(nights.firstBad), buildLabel(nights.lastGood)]
    : [firstBad.version, lastGood.version].map(versionLabel);
  const ratio = nights?.judgedBy === 'series' ? page.levelRatio : page.ratio;
  const compared = comparedSentence({
    verdict: verdictOf(page),
    x: ratio === null ? null : Math.log(ratio),
    own: `${product} ${bad}`,
    base: good ?? '',
    noun: workload.relativeTo === null ? countedNoun(test.unit, test.name) : null,
    test: name,
    where: machineWords(server),
  });
  return {
    crumbs: [page.kind === 'regression' ? 'Regression' : 'Improvement', product, name],
    sentence: page.withdrawnAt === null ? compared : `${recordTitle(page)}, and is withdrawn.`,
    more: stateText(page),
    certainty: page.withdrawnAt === null ? certaintyOfRecord(page, ratio) : null,
    // A line that ends says nothing of how much: the sentence has it all.
    chart: page.stop ? null : page.series ? nightsLinkChart(page, page.series) : ladderChart(page),
    facts: {
      what: [
        testDoes(workload.benchmark, test.name) ?? `${benchmarkName(workload.benchmark)}.`,
        `${[workload.label, ...workload.details].join(', ')}.`,
      ].join(' '),
      where: whereText(server, server.kind),
      why: explanation ?? '',
      who: [owner === null ? '' : `Owner: ${owner}.`, `First seen ${timeText(createdAt)}.`]
        .filter(Boolean)
        .join(' '),
    },
  };
}

/** Of a series the certainty of its level; a stored verdict of older nights may be of another day. */
function verdictOf({ verdict, kind, nights, stop }: RegressionPage): Verdict {
  if (stop || nights?.judgedBy !== 'series') return verdict;
  if (nights.sureness === 'possible') return `possible ${kind}`;
  return isSure(verdict) ? verdict : kind;
}

function stateText({ fix, kind, nights, step, ladder, stop, lastSeen, firstBad }: RegressionPage): string {
  const seen = fix.seen === null ? null : versionLabel(fix.seen);
  if (stop && seen === null) {
    return lastSeen === firstBad.version ? '' : `It is still so in ${versionLabel(lastSeen)}.`;
  }
  if (seen !== null) return `${kind === 'regression' ? 'Fixed in' : 'Lost in'} ${seen}.`;
  if (nights?.notMeasuredSince) return `Last run: ${dayText(nights.notMeasuredSince)}.`;
  if (nights || step === 'isolated') return '';
  const newest = ladder.findLast(({ value }) => value !== null);
  const isLater = newest !== undefined && newest.role !== 'first bad' && newest.role !== 'fixed';
  return isLater ? `It is still so in the newest version, ${versionLabel(newest.version)}.` : '';
}

function certaintyOfRecord(page: RegressionPage, ratio: number | null) {
  const { judged, nights, ladder, server, stop } = page;
  const verdict = verdictOf(page);
  if (stop || ratio === null) return linkCertainty({ verdict, missing: stop?.reason ?? null });
  const isSeries = nights?.judgedBy === 'series';
  const from = ladder.findIndex(({ role }) => role === 'first bad');
  const later = ladder
    .slice(from + 1)
    .flatMap(({ verdict: { verdict: each } }) =>
      isFlagged(each) || each === 'no change' || each === 'unclear' ? [each] : [],
    );
  const agree = later.every((each) => isSure(each) && verdictDirection(each) === verdictDirection(verdict));
  const certainty = linkCertainty({
    verdict,
    x: Math.log(ratio),
    band: isSeries ? halfOf(nights) : page.band,
    isNoiseMeasured: isSeries || judged.calibrated,
    kind: server.kind ?? null,
    runs: Math.min(judged.baseRuns, judged.versionRuns),
    neighbours: isSeries ? Math.max(0, (nights.nights ?? 1) - 1) : from >= 0 && agree ? later.length : 0,
    neighbour: isSeries ? 'night' : 'version',
    newestOnly: isSeries && nights.doubts.includes('newest nights') ? newestText(nights.nights) : '',
    changedBy: judged.changedBy,
  });
  if (!isSeries) return certainty;
  const doubts = certaintyOf(verdict) === 'likely' ? doubtsText(nights) : '';
  return doubts === ''
    ? certainty
    : { ...certainty, text: certainty.text.replace(/; .*$/, `; ${doubts.split(';')[0]}`) };
}

/** Half width of an interval on the log scale. */
function halfOf({ low, high }: { low: number | null; high: number | null }): number | null {
  return low === null || high === null ? null : Math.log(high / low) / 2;
}

function newestText(nights: number | null): string {
  return nights === 1 ? 'the newest night' : 'the newest two nights';
}

/** The test over the versions, relative to the last good one, with the tests of its group. */
function ladderChart({ ladder, neighbours, lastGood, test }: RegressionPage): LinkChart | null {
  const main = ladder.map(({ toLastGood, role }) => (role === 'last good' ? 1 : toLastGood));
  const own = ladder.findIndex(({ role }) => role === 'first bad');
  if (own < 0 || main.filter((value) => value !== null).length < 2) return null;
  const base = versionLabel(lastGood.version);
  const others = neighbours
    .filter(({ isSelf }) => !isSelf)
    .map(({ cells }) =>
      ladder.map(({ column }) => cells.find((cell) => cell.column === column)?.ratio ?? null),
    );
  const ratio = main[own];
  return {
    description: `${test.name} relative to ${base}, by version${ratio == null ? '' : `: ${formatFrozen(ratio, 2)} in ${versionLabel(ladder[own]?.version ?? '')}`}.`,
    caption: `Throughput relative to ${base}. Thick: ${test.name}${others.length > 0 ? '; thin: the other tests of its group' : ''}. 1.00 is ${base}.`,
    places: ladder.map(({ version }) => versionLabel(version)),
    base: ladder.findIndex(({ role }) => role === 'last good'),
    own,
    mainName: '',
    lines: [main, ...others],
    isWorse: ratio == null || ratio === 1 ? null : ratio < 1,
  };
}

/** The nights around a change, relative to the level before. */
function nightsLinkChart(
  { test }: RegressionPage,
  series: NonNullable<RegressionPage['series']>,
): LinkChart | null {
  const { view, firstBad, costs } = series;
  const before = costs.find(({ metric }) => metric === 'throughput')?.before ?? null;
  if (before === null || before <= 0) return null;
  const start = Math.max(0, Math.min(firstBad - MOST_NIGHTS / 2, view.nights.length - MOST_NIGHTS));
  const nights = view.nights.slice(start, start + MOST_NIGHTS);
  const main = nights.map(({ status, values }) => {
    const value = values.throughput ?? null;
    return status === 'ok' && value !== null ? value / before : null;
  });
  if (main.filter((value) => value !== null).length < 2) return null;
  const last = main.findLast((value) => value !== null) ?? 1;
  return {
    description: `${test.name} of each night relative to the level before the change; the newest is ${formatFrozen(last, 2)}.`,
    caption: 'Throughput of each night. 1.00 is the level before the change.',
    places: nights.map(({ build }) => buildLabel(build)),
    base: null,
    own: firstBad - start,
    mainName: '',
    lines: [main],
    isWorse: last === 1 ? null : last < 1,
  };
}
