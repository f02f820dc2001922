import type { EventPlace, EventView } from '@basecase/db/types';
import { makeServer, makeWorkload } from './test-record';

/** A place of an event: 7 of 32 tests on mybox8. */
export function makePlace({
  server = 'mybox8',
  workload = 'sysbench',
  ...change
}: Partial<Omit<EventPlace, 'server' | 'workload'>> & { server?: string; workload?: string }): EventPlace {
  return {
    server: { ...makeServer(), slug: server, name: server, cores: 8 },
    workload: { ...makeWorkload(), slug: workload, label: workload },
    lastGood: '5.7.44',
    stopped: 0,
    slower: 7,
    likely: 0,
    tests: 32,
    median: 0.81,
    low: 0.68,
    high: 0.96,
    largest: [
      { slug: 'insert-8.0.43-aaaaa', test: 'insert', level: 'sure', verdict: 'regression', ratio: 0.68 },
    ],
    ...change,
  };
}

/** An open event of MySQL 8.0.43. */
export function makeEvent(change: Partial<EventView> = {}): EventView {
  const { places = [makePlace({})] } = change;
  const sum = (of: (place: EventPlace) => number) => places.reduce((total, place) => total + of(place), 0);
  return {
    slug: 'mysql-8.0.43',
    kind: 'regression',
    state: 'new',
    product: 'MySQL',
    firstBad: '8.0.43',
    line: null,
    certainty: 'sure',
    stopped: sum(({ stopped }) => stopped),
    slower: sum(({ slower }) => slower),
    likely: sum(({ likely }) => likely),
    tests: sum(({ tests }) => tests ?? 0),
    median: 0.81,
    low: 0.68,
    high: 0.96,
    owner: null,
    bugUrl: null,
    fixedIn: null,
    muted: false,
    knownUntil: null,
    isNews: true,
    notMeasuredSince: null,
    firstSeen: '2026-11-26T04:12:00.000Z',
    changedAt: '2026-11-26T04:12:00.000Z',
    places,
    reason: null,
    splitOff: null,
    version: 'abc',
    ...change,
  };
}
