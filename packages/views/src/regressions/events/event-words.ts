import { changeText, formatFixed, type ReasonClass } from '@basecase/analysis';
import type { EventPlace, EventReason, EventTest, EventView, ServerName } from '@basecase/db/types';
import { benchmarkModel, readBuildName, versionLabel } from '@basecase/ingest/model';
import { countText, groupDigits, joinNames, serverClass } from '../../text/words';

/** More servers than this are counted. */
const MOST_NAMES = 3;

/** `MySQL 8.0.43`, `PostgreSQL 19devel 29 Aug 2026 g4eb13e8a`. */
export function eventName({ product, firstBad }: Pick<EventView, 'product' | 'firstBad'>): string {
  const build = readBuildName(firstBad);
  return build === null ? `${product} ${firstBad}` : `${product} ${build.version} ${build.label}`;
}

/** The servers of an event, each once; the one with most slower tests first. */
export function eventServers({ places }: Pick<EventView, 'places'>): ServerName[] {
  return uniqueServers(places.map(({ server }) => server));
}

export function uniqueServers(servers: readonly ServerName[]): ServerName[] {
  return [...new Map(servers.map((server) => [server.slug, server])).values()];
}

/** `mybox8`, `mybox8, socket2 and hetz48`, `5 servers`: for sentences. */
export function serversText(servers: readonly ServerName[]): string {
  return servers.length > MOST_NAMES
    ? countText(servers.length, 'server')
    : joinNames(servers.map(({ name }) => name));
}

/** `mybox8 (8-core), socket2 (24-core)`: for lists. */
export function serverList(servers: readonly ServerName[]): string {
  const named = servers.slice(0, MOST_NAMES).map((server) => {
    const own = serverClass(server);
    return own === server.name ? own : `${server.name} (${own})`;
  });
  const more = servers.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

type Counts = Pick<EventPlace, 'stopped' | 'slower' | 'likely' | 'tests'>;

/** Counts of all workloads of each server. */
function byServer(places: readonly EventPlace[]): Counts[] {
  const servers = new Map<string, Counts>();
  for (const { server, stopped, slower, likely, tests } of places) {
    const known = servers.get(server.slug);
    servers.set(server.slug, {
      stopped: stopped + (known?.stopped ?? 0),
      slower: slower + (known?.slower ?? 0),
      likely: likely + (known?.likely ?? 0),
      tests: tests === null || known?.tests === null ? null : tests + (known?.tests ?? 0),
    });
  }
  return [...servers.values()];
}

/** `slower` of a regression, `faster` of an improvement. */
export function eventWord({ kind }: Pick<EventView, 'kind'>): 'slower' | 'faster' {
  return kind === 'regression' ? 'slower' : 'faster';
}

/**
 * `32 of 32 tests slower`, `2 to 7 of 32 tests slower, 1 to 4 likely` on each of several servers, `1 of 12 tests slower: read-only 100`,
 * `3 tests stopped working, 2 of 32 tests slower`, `1 of 33 tests likely slower`: the counts of an event, on every page.
 */
export function eventCounts(event: Pick<EventView, 'kind' | 'places'>): string {
  const servers = byServer(event.places);
  const sum = (of: (counts: Counts) => number) => servers.reduce((total, counts) => total + of(counts), 0);
  const [stopped, slower, likely] = [
    sum((own) => own.stopped),
    sum((own) => own.slower),
    sum((own) => own.likely),
  ];
  const word = eventWord(event);
  const changed = slower > 0 ? ofTests(servers, (own) => own.slower) : '';
  const onlyLikely = slower === 0 && stopped === 0;
  const parts = [
    stoppedTests(event),
    changed && `${changed} ${word}`,
    onlyLikely ? `${ofTests(servers, (own) => own.likely)} likely ${word}` : '',
    !onlyLikely && likely > 0 ? `${countOn(servers, (own) => own.likely)} likely` : '',
  ];
  const only =
    stopped + slower + likely === 1 ? event.places.flatMap(({ largest }) => largest)[0] : undefined;
  return `${parts.filter(Boolean).join(', ')}${only ? `: ${testText(only)}` : ''}`;
}

/** `2 to 7 of 32 tests`: the sure tests of an event, the likely ones if none is sure. */
export function changedTests({ places }: Pick<EventView, 'places'>): string {
  const servers = byServer(places);
  const isSure = servers.some(({ slower }) => slower > 0);
  return ofTests(servers, (own) => (isSure ? own.slower : own.likely));
}

/** `3 tests stopped working`; empty without one. */
export function stoppedTests({ places }: Pick<EventView, 'places'>): string {
  const stopped = countOn(byServer(places), (own) => own.stopped);
  return stopped === '0' ? '' : `${stopped} ${stopped === '1' ? 'test' : 'tests'} stopped working`;
}

/** `1 to 4 more tests`: the likely tests of an event that has sure ones; empty without one. */
export function likelyTests({ places }: Pick<EventView, 'places'>): string {
  const servers = byServer(places);
  const likely = countOn(servers, (own) => own.likely);
  return likely === '0' ? '' : `${likely} more ${likely === '1' ? 'test' : 'tests'}`;
}

/** Servers with one number of tests are counted each for itself: their counts are a range, and not added. */
function isRange(servers: readonly Counts[]): boolean {
  return (
    servers.length > 1 && servers[0]?.tests !== null && new Set(servers.map(({ tests }) => tests)).size === 1
  );
}

/** `7`, `2 to 7` on each server; the sum where servers have other numbers of tests. */
function countOn(servers: readonly Counts[], of: (counts: Counts) => number): string {
  const counts = servers.map(of);
  const sum = counts.reduce((total, count) => total + count, 0);
  if (!isRange(servers)) return groupDigits(sum);
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  return low === high ? groupDigits(low) : `${groupDigits(low)} to ${groupDigits(high)}`;
}

/** `7 of 32 tests`; of several servers `2 to 7 of 32 tests`, or if they have other numbers of tests `9 of 44 tests`. */
function ofTests(servers: readonly Counts[], of: (counts: Counts) => number): string {
  const tests = servers.map((own) => own.tests);
  if (tests.includes(null))
    return countText(
      servers.reduce((sum, own) => sum + of(own), 0),
      'test',
    );
  const all = isRange(servers) ? (tests[0] ?? 0) : tests.reduce<number>((sum, own) => sum + (own ?? 0), 0);
  return `${countOn(servers, of)} of ${groupDigits(all)} ${all === 1 ? 'test' : 'tests'}`;
}

/** `read-only 100` of `read-only_range=100`. */
export function testText({ test }: Pick<EventTest, 'test'>): string {
  return test.replace('_range=', ' ');
}

/** `−19%`, `+8.4%`, `2.6×`: a ratio as a change. */
export function percentText(ratio: number): string {
  return changeText(Math.log(ratio));
}

/** `(−4% to −32%)`; empty where both ends read the same. */
export function rangeText({ kind, low, high }: Pick<EventView, 'kind' | 'low' | 'high'>): string {
  if (low === null || high === null) return '';
  const [near, far] = kind === 'regression' ? [high, low] : [low, high];
  const [from, to] = [percentText(near), percentText(far)];
  return from === to ? '' : `(${from} to ${to})`;
}

const REASONS: Readonly<Record<ReasonClass, string>> = {
  CPU: 'CPU',
  'CPU+IO': 'CPU and IO',
  'CPU+cs': 'CPU and context switches',
  IO: 'IO',
  cs: 'context switches',
  'waits differently': '',
  'no metrics': '',
};

/** What a benchmark counts: `per query`, `per transaction`. */
function perText(places: readonly EventPlace[]): string {
  const benchmark = places[0]?.workload.benchmark;
  return benchmark !== undefined && benchmarkModel(benchmark).name === 'sysbench'
    ? 'per query'
    : 'per operation';
}

/**
 * `CPU per query 1.22x in 30 of 32 tests`, `no recorded metric accounts for it`, `no CPU or IO data uploaded`; empty of tests
 * that only stopped.
 */
export function eventReason({
  reason,
  places,
}: Pick<EventView, 'reason'> & { places: readonly EventPlace[] }): string {
  if (reason === null) return '';
  if (reason.class === 'no metrics') return 'no CPU or IO data uploaded';
  if (reason.class === 'waits differently') return 'no recorded metric accounts for it';
  const size = reason.cpu === null ? '' : ` ${formatFixed(reason.cpu, 2)}x`;
  const part = reason.tests === reason.of ? '' : ` in ${reason.tests} of ${reason.of} tests`;
  return `${REASONS[reason.class]} ${perText(places)}${size}${part}`;
}

function explainedText(reason: EventReason | null, places: readonly EventPlace[]): string {
  const text = eventReason({ reason, places });
  if (reason === null || text === '') return '';
  return REASONS[reason.class] === '' ? `, ${text}` : `, explained by ${text}`;
}

type Told = Pick<
  EventView,
  'product' | 'firstBad' | 'kind' | 'places' | 'median' | 'low' | 'high' | 'reason'
>;

/**
 * `MySQL 8.0.43 on mybox8: 32 of 32 tests slower, median −19% (−4% to −32%), explained by CPU per query`: an event in one
 * sentence, for pages, API, command line and feeds.
 */
export function eventSentence(event: Told): string {
  const { median, places } = event;
  const range = rangeText(event);
  const change =
    median === null ? '' : `, ${range ? 'median ' : ''}${percentText(median)}${range ? ` ${range}` : ''}`;
  return `${eventName(event)} on ${serversText(eventServers(event))}: ${eventCounts(event)}${change}${explainedText(event.reason, places)}`;
}

/** `against 9.4.0`, `against 9.4.0 and 8.4.7`. */
export function againstText({ places }: Pick<EventView, 'places'>): string {
  const names = [...new Set(places.map(({ lastGood }) => versionLabel(lastGood)))];
  return `against ${names.length > MOST_NAMES ? `${names.length} versions` : joinNames(names)}`;
}
