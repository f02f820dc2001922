import type { HeldChange, SaidEvent } from '@basecase/analysis';
import type { RunFacts } from '@basecase/ingest/model';
import type { PastNight } from './night';

/** A line of nights as `GET /api/v1/series/lines` tells it; what is not used here is left out. */
export interface RemoteLine {
  server: string;
  serverName: string;
  workload: string;
  line: string;
  benchmark: string;
  product: string;
  version: string;
  branch: string | null;
  flavour: string | null;
  config: string | null;
  nights: number;
  tests: string[];
}

/** One test of it as `GET /api/v1/series` tells it; what is not used here is left out. */
export interface RemoteSeries {
  test: string;
  facts: RunFacts;
  points: {
    at: string;
    measuredAt: string;
    commit: string | null;
    number: number | null;
    value: number | null;
    column: string;
  }[];
  changes: { column: string; state: string; brokenBy: string | null }[];
  annotations: SaidEvent[];
}

/** The nights of some tests of a line: each with the values of all of them. A night may come while they are asked for. */
export function nightsOfSeries(
  series: readonly RemoteSeries[],
  { branch }: Pick<RemoteLine, 'branch'>,
): PastNight[] {
  const nights = new Map<string, PastNight & { values: Map<string, number | null> }>();
  for (const { test, points } of series) {
    for (const { column, at, commit, number, measuredAt, value } of points) {
      const night = nights.get(column) ?? {
        source: column,
        build: { commit, branch, committedAt: at, number, url: null, repository: null },
        measuredAt,
        facts: {},
        values: new Map(),
      };
      night.values.set(test, value);
      nights.set(column, night);
    }
  }
  return [...nights.values()];
}

/**
 * What the newest runs say is all that is told of machine and compiler: what changed before is among the annotations. The
 * last night gets it, so that a new build that differs is a break.
 */
export function withFacts(nights: readonly PastNight[], [first]: readonly RemoteSeries[]): PastNight[] {
  const last = nights.at(-1);
  return last ? [...nights.slice(0, -1), { ...last, facts: first?.facts ?? {} }] : [];
}

/** First bad nights that the server holds fixed, by test; indexes are those of the nights. */
export function heldOf(
  series: readonly RemoteSeries[],
  nights: readonly PastNight[],
): Map<string, HeldChange[]> {
  const placeOf = new Map(nights.map(({ source }, index) => [source, index]));
  return new Map(
    series.map(({ test, changes }) => [
      test,
      changes.flatMap(({ column, state, brokenBy }) => {
        const firstBad = placeOf.get(column);
        return firstBad !== undefined && state === 'sure' && brokenBy === null ? [{ firstBad }] : [];
      }),
    ]),
  );
}
