import { formatRatio, isLargeUnconfirmed, partText, type Verdict } from '@basecase/analysis';
import type { EventFigures, EventView } from '@basecase/db/types';
import { readBuildName, versionLabel } from '@basecase/ingest/model';
import {
  againstText,
  changedTests,
  eventName,
  eventReason,
  eventServers,
  eventWord,
  likelyTests,
  serversText,
  stoppedTests,
  testText,
} from '../regressions/events/event-words';
import { capital, countText, dayText, joinNames, shortWorkloadLabel, timeText } from '../text/words';
import { comparedSentence, type LinkCard, linkCertainty, machineWords, whereText } from './link-card';
import type { LinkChart } from './link-chart';
import { benchmarkDoes, benchmarkName, countedNoun, testDoes } from './test-glossary';

/** From this part of the tests on, a sentence is about all of them. */
const MOST = 0.75;

/** The card of an event: its version, or build, against the one before it, on all servers that show it. */
export function eventLink(event: EventView, figures: EventFigures): LinkCard {
  const [only, why] = [onlyTest(event), eventReason(event)];
  return {
    crumbs: [event.kind === 'regression' ? 'Regression' : 'Improvement', event.product, only?.name ?? ''],
    sentence: sentenceOf(event, figures),
    more: moreOf(event, figures),
    certainty: event.state === 'withdrawn' ? null : certaintyOfEvent(event, figures),
    chart: chartOf(event, figures),
    facts: {
      what: whatRan(event, only?.key ?? null),
      where: placesText(event),
      why: why === '' ? '' : `${capital(why)}.`,
      who: whoText(event),
    },
  };
}

/** The test of an event that has one; null: several. */
function onlyTest({ places, stopped, slower, likely }: EventView): { name: string; key: string } | null {
  const [test] = places.flatMap(({ largest }) => largest);
  if (!test || stopped + slower + likely !== 1) return null;
  return { name: testText(test), key: test.test.replace(/_range=.*$/, '') };
}

/** More servers than this are counted. */
const MOST_PLACES = 6;

/** `mybox8, 8 cores, dedicated; socket2, 24 cores`; of many the first ones and how many more. */
function placesText(event: EventView): string {
  const servers = eventServers(event);
  const most = servers.length > MOST_PLACES ? MOST_PLACES - 1 : MOST_PLACES;
  const named = servers.slice(0, most).map((server) => whereText(server, kindOf(event, server.slug)));
  const more = servers.length - named.length;
  return [...named, ...(more > 0 ? [countText(more, 'more server')] : [])].join('; ');
}

function kindOf({ places }: EventView, slug: string) {
  return places.find(({ server }) => server.slug === slug)?.server.kind ?? null;
}

/** The tests that give its ratios: sure ones, else likely ones. */
const countedOf = ({ slower, likely }: EventView) => (slower > 0 ? slower : likely);

/** A build is compared with one build; releases of several servers perhaps with several. */
function baseText(event: EventView): string {
  const names = new Set(event.places.map(({ lastGood }) => versionLabel(lastGood)));
  return names.size === 1 ? ([...names][0] ?? '') : 'the version before';
}

function verdictOf({ kind, certainty, slower, stopped }: EventView): Verdict {
  if (slower === 0 && stopped > 0) return 'stopped working';
  return certainty === 'sure' ? kind : `possible ${kind}`;
}

function sentenceOf(event: EventView, { unit }: EventFigures): string {
  const { median, stopped, tests, certainty } = event;
  const [own, only, servers] = [eventName(event), onlyTest(event), eventServers(event)];
  const [first] = servers;
  // All its runs were deleted or corrected away.
  if (!first) return `${own} has no server any more: its runs are gone.`;
  const where = servers.length === 1 ? machineWords(first) : `on ${serversText(servers)}`;
  const stop = stopped > 0 && !only ? `${stoppedTests(event)} in ${own} ${where}. ` : '';
  if (median === null && stop !== '') return stop.trim();
  if (only || (tests !== null && countedOf(event) >= MOST * tests)) {
    const compared = comparedSentence({
      verdict: only ? verdictOf(event) : certainty === 'sure' ? event.kind : `possible ${event.kind}`,
      x: median === null ? null : Math.log(median),
      own,
      base: baseText(event),
      noun: unit === null ? null : countedNoun(unit, only?.key ?? null),
      test: only?.name ?? '',
      where,
    });
    return stop + compared;
  }
  const verb = event.slower > 0 ? 'is' : 'looks';
  return `${stop}${own} ${verb} ${eventWord(event)} than ${baseText(event)} in ${changedTests(event)} ${where}.`;
}

function moreOf(event: EventView, { stillIn }: EventFigures): string {
  const { state, slower, likely, tests, fixedIn, notMeasuredSince, kind } = event;
  const count = countedOf(event);
  const range = rangeOf(event);
  const isMost = tests !== null && count >= MOST * tests;
  const isAll = tests === count && eventServers(event).length === 1;
  const changed = isAll ? `All ${countText(count, 'test')}` : changedTests(event);
  return [
    count > 1 && range !== ''
      ? isMost
        ? `${changed} ${slower > 0 ? 'got' : 'look'} ${eventWord(event)}, ${range}.`
        : `${capital(eventWord(event))} ${range}.`
      : '',
    slower > 0 && likely > 0 ? `${likelyTests(event)} likely changed.` : '',
    state === 'withdrawn' ? 'Withdrawn: the data no longer show it.' : '',
    fixedIn === null ? '' : `${kind === 'regression' ? 'Fixed in' : 'Lost in'} ${versionLabel(fixedIn)}.`,
    stillIn === null ? '' : `It is still so in the newest version, ${versionLabel(stillIn)}.`,
    notMeasuredSince === null ? '' : `Last run: ${dayText(notMeasuredSince)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** `by 4% to 32%, median 19%`; `by 19%` where both ends read the same. */
function rangeOf({ low, high, median }: EventView): string {
  if (low === null || high === null || median === null) return '';
  const [near = '', middle = '', far = ''] = [low, high, median]
    .toSorted((a, b) => Math.abs(a - 1) - Math.abs(b - 1))
    .map((ratio) => partText(ratio - 1));
  return near === far ? `by ${near}` : `by ${near} to ${far}, median ${middle}`;
}

function certaintyOfEvent(event: EventView, { band, evidence }: EventFigures) {
  const { median, line } = event;
  const verdict = verdictOf(event);
  const facts = {
    verdict,
    x: median === null ? null : Math.log(median),
    band,
    isMedian: countedOf(event) > 1,
    // Nights tell their noise themselves.
    isNoiseMeasured: line !== null || (evidence?.isNoiseMeasured ?? false),
    kind: event.places[0]?.server.kind ?? null,
    runs: evidence?.runs ?? 1,
    neighbours: evidence?.later ?? 0,
    changedBy: evidence?.changedBy ?? null,
  };
  return linkCertainty(facts, median !== null && isLargeUnconfirmed(verdict, median));
}

function whatRan({ places }: EventView, test: string | null): string {
  const [first] = places;
  if (!first) return '';
  const { benchmark } = first.workload;
  const does = (test === null ? null : testDoes(benchmark, test)) ?? benchmarkDoes(benchmark);
  const labels = new Set(
    places.map(({ workload }) => [shortWorkloadLabel(workload), ...workload.details].join(', ')),
  );
  return `${does ?? `${benchmarkName(benchmark)}.`} ${[...labels].join('; ')}.`;
}

/** `Owner: mk. First seen 26 Nov 2026, 04:12 UTC.` */
function whoText({ owner, firstBad, firstSeen }: EventView): string {
  const build = readBuildName(firstBad);
  return [
    owner === null ? 'No owner yet.' : `Owner: ${owner}.`,
    build === null ? '' : `Commit ${build.label}.`,
    `First seen ${timeText(firstSeen)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Names of the lines of a chart: servers, with their workload where a server has two. */
export function eventLineNames(event: EventView, { chart }: EventFigures): string[] {
  const lines = (chart?.lines ?? []).map(({ server, workload }) => {
    const place = event.places.find((own) => own.server.slug === server && own.workload.slug === workload);
    return {
      name: place?.server.name ?? server,
      workload: place ? shortWorkloadLabel(place.workload) : workload,
    };
  });
  return lines.map(({ name, workload }) =>
    lines.filter((line) => line.name === name).length > 1 ? `${name} (${workload})` : name,
  );
}

/** Thin lines of a chart that its caption names. */
const MOST_LINES = 3;

/** One line per server and workload; the place with most slower tests is the thick one. */
function chartOf(event: EventView, figures: EventFigures): LinkChart | null {
  const { chart } = figures;
  const [main] = chart?.lines ?? [];
  if (!chart || !main || main.values.filter((value) => value !== null).length < 2) return null;
  const [first = '', ...others] = eventLineNames(event, figures);
  const level = event.line === null ? againstText(event).replace(/^against /, '') : 'the level before';
  const tests = onlyTest(event)?.name ?? 'the median of its tests';
  const ratio = main.values[chart.own] ?? null;
  const said = chart.lines.flatMap(({ values }, index) => {
    const value = values[chart.own] ?? null;
    return value === null ? [] : [`${formatRatio(value)} on ${[first, ...others][index]}`];
  });
  return {
    description: `Throughput relative to ${level}, by ${event.line === null ? 'version' : 'night'}: ${tests} in ${versionLabel(event.firstBad)} is ${joinNames(said)}.`,
    caption: [
      `Throughput relative to ${level}: ${tests}.`,
      others.length > 0
        ? `Thick: ${first}; thin: ${others.length > MOST_LINES ? `${others.length} others` : joinNames(others)}.`
        : `On ${first}.`,
      chart.isCut ? 'Other servers are not drawn.' : '',
      `1.00 is ${level}.`,
    ]
      .filter(Boolean)
      .join(' '),
    places: chart.versions.map(versionLabel),
    base: baseOf(event, chart.versions),
    own: chart.own,
    mainName: '',
    lines: chart.lines.map(({ values }) => values),
    isWorse: ratio === null || ratio === 1 ? null : ratio < 1,
  };
}

/** The place of the base, where all servers have one; of nights it is a level. */
function baseOf({ places, line }: EventView, versions: readonly string[]): number | null {
  const names = new Set(places.map(({ lastGood }) => lastGood));
  const at = versions.indexOf([...names][0] ?? '');
  return line !== null || names.size !== 1 || at < 0 ? null : at;
}
