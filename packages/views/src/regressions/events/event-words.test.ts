import { describe, expect, it } from 'vitest';
import { makeEvent, makePlace } from '../../testing/test-event';
import {
  againstText,
  changedTests,
  eventCounts,
  eventName,
  eventReason,
  eventSentence,
  likelyTests,
  percentText,
  rangeText,
  serverList,
  stoppedTests,
} from './event-words';

const server = (name: string, cores: number | null = 8) => ({ slug: name, name, cores });

describe('the sentence of an event', () => {
  it('names version, server, tests, median, range and what accounts for it', () => {
    const event = makeEvent({
      places: [makePlace({ slower: 32, tests: 32 })],
      median: 0.81,
      low: 0.68,
      high: 0.96,
      reason: { class: 'CPU', tests: 32, of: 32, cpu: null },
    });
    expect(eventSentence(event)).toBe(
      'MySQL 8.0.43 on mybox8: 32 of 32 tests slower, median −19% (−4% to −32%), explained by CPU per query',
    );
  });

  it('names up to three servers and counts more', () => {
    const places = ['a', 'b', 'c', 'd'].map((name) => makePlace({ server: name, slower: 2, tests: 32 }));
    expect(eventSentence(makeEvent({ places: places.slice(0, 3) }))).toContain(
      ' on a, b and c: 2 of 32 tests slower',
    );
    expect(eventSentence(makeEvent({ places }))).toContain(' on 4 servers: ');
  });

  it('names a build by day and commit', () => {
    expect(eventName({ product: 'PostgreSQL', firstBad: '19devel 20260829-g4eb13e8a' })).toBe(
      'PostgreSQL 19devel 29 Aug 2026 g4eb13e8a',
    );
  });
});

describe('the counts of an event', () => {
  const counts = (...places: Parameters<typeof makePlace>[0][]) =>
    eventCounts(makeEvent({ places: places.map((place) => makePlace(place)) }));

  it('give a range if servers have one number of tests', () => {
    expect(
      counts(
        { server: 'a', slower: 2, tests: 32 },
        { server: 'b', slower: 7, tests: 32 },
        { server: 'c', slower: 3, tests: 32 },
      ),
    ).toBe('2 to 7 of 32 tests slower');
  });

  it('are sums if servers have other numbers of tests, or one is unknown', () => {
    expect(counts({ server: 'a', slower: 2, tests: 32 }, { server: 'b', slower: 7, tests: 12 })).toBe(
      '9 of 44 tests slower',
    );
    expect(counts({ server: 'a', slower: 2, tests: null }, { server: 'b', slower: 7, tests: 12 })).toBe(
      '9 tests slower',
    );
  });

  it('are sums over the workloads of a server', () => {
    expect(counts({ workload: 'a', slower: 2, tests: 32 }, { workload: 'b', slower: 7, tests: 32 })).toBe(
      '9 of 64 tests slower',
    );
  });

  it('keep likely tests apart, and never add them', () => {
    expect(counts({ slower: 7, likely: 5, tests: 32 })).toBe('7 of 32 tests slower, 5 likely');
    expect(counts({ slower: 0, likely: 2, tests: 33 })).toBe('2 of 33 tests likely slower');
  });

  it('are ranges of every kind on servers that have the same number of tests', () => {
    const places = [
      makePlace({ server: 'a', slower: 7, likely: 1, stopped: 2, tests: 32 }),
      makePlace({ server: 'b', slower: 2, likely: 4, stopped: 2, tests: 32 }),
    ];
    const event = makeEvent({ places });
    expect(eventCounts(event)).toBe('2 tests stopped working, 2 to 7 of 32 tests slower, 1 to 4 likely');
    expect([stoppedTests(event), changedTests(event), likelyTests(event)]).toEqual([
      '2 tests stopped working',
      '2 to 7 of 32 tests',
      '1 to 4 more tests',
    ]);
    expect(likelyTests(makeEvent({ places: [makePlace({ likely: 1 })] }))).toBe('1 more test');
    expect(likelyTests(makeEvent({ places: [makePlace({ likely: 5000 })] }))).toMatch(/^5.000 more tests$/);
    expect(likelyTests(makeEvent())).toBe('');
  });

  it('name the only test', () => {
    const largest = [makePlace({}).largest[0]].flatMap((test) =>
      test ? [{ ...test, test: 'read-only_range=100' }] : [],
    );
    expect(counts({ slower: 1, tests: 12, largest })).toBe('1 of 12 tests slower: read-only 100');
  });

  it('begin with tests that stopped working', () => {
    expect(counts({ slower: 2, stopped: 3, tests: 32 })).toBe(
      '3 tests stopped working, 2 of 32 tests slower',
    );
    expect(counts({ slower: 0, stopped: 3, tests: 32 })).toBe('3 tests stopped working');
  });

  it('of an improvement are faster', () => {
    const places = [makePlace({ slower: 2, tests: 32 })];
    expect(eventCounts(makeEvent({ kind: 'improvement', places }))).toBe('2 of 32 tests faster');
  });
});

describe('the numbers of an event', () => {
  it.each([
    [0.81, '−19%'],
    [1.08, '+8%'],
    [0.996, '−0.4%'],
    [0.5, '−50%'],
    [0.957, '−4.3%'],
    [2.6, '2.6×'],
  ])('%d is %s', (ratio, text) => {
    expect(percentText(ratio)).toBe(text);
  });

  it('have no range where both ends read the same', () => {
    expect(rangeText({ kind: 'regression', low: 0.9, high: 0.9 })).toBe('');
    expect(rangeText({ kind: 'regression', low: null, high: null })).toBe('');
    expect(rangeText({ kind: 'improvement', low: 1.04, high: 1.32 })).toBe('(+4% to +32%)');
  });
});

describe('what accounts for an event', () => {
  const places = [makePlace({})];
  it.each([
    [null, ''],
    [{ class: 'no metrics', tests: 3, of: 3, cpu: null }, 'no CPU or IO data uploaded'],
    [{ class: 'waits differently', tests: 3, of: 3, cpu: null }, 'no recorded metric accounts for it'],
    [{ class: 'CPU', tests: 30, of: 32, cpu: 1.22 }, 'CPU per query 1.22x in 30 of 32 tests'],
    [{ class: 'CPU+IO', tests: 4, of: 4, cpu: 1.19 }, 'CPU and IO per query 1.19x'],
  ] as const)('%j reads "%s"', (reason, text) => {
    expect(eventReason({ reason, places })).toBe(text);
  });
});

it('lists name servers first, with their cores', () => {
  expect(serverList([server('mybox8'), server('socket2', 24)])).toBe('mybox8 (8-core), socket2 (24-core)');
  expect(serverList(['a', 'b', 'c', 'd', 'e'].map((name) => server(name, null)))).toBe('a, b, c, 2 more');
});

it('the versions before it are named once', () => {
  const places = [makePlace({ lastGood: '9.4.0' }), makePlace({ server: 'b', lastGood: '9.4.0' })];
  expect(againstText({ places })).toBe('against 9.4.0');
});
