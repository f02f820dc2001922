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

/** All nights of it as `GET /api/v1/series/nights` tells them; what is not used here is left out. */
export interface RemoteNights {
  branch: string | null;
  tests: { test: string; held: string[] }[];
  nights: {
    at: string;
    measuredAt: string;
    commit: string | null;
    number: number | null;
    column: string;
    facts: RunFacts;
    values: (number | null)[];
  }[];
  annotations: SaidEvent[];
}

/** The nights of a line, with the values of the tests that are wanted. */
export function pastNights(
  { branch, tests, nights }: RemoteNights,
  wants: (test: string) => boolean,
): PastNight[] {
  return nights.map(({ column, at, commit, number, measuredAt, facts, values }) => ({
    source: column,
    build: { commit, branch, committedAt: at, number, url: null, repository: null },
    measuredAt,
    facts,
    values: new Map(
      tests.flatMap(({ test }, index) => (wants(test) ? [[test, values[index] ?? null] as const] : [])),
    ),
  }));
}

/** First bad nights that the server holds fixed, by test; indexes are those of the nights. */
export function heldOf({ tests }: RemoteNights, nights: readonly PastNight[]): Map<string, HeldChange[]> {
  const placeOf = new Map(nights.map(({ source }, index) => [source, index]));
  return new Map(
    tests.map(({ test, held }) => [
      test,
      held.flatMap((column) => {
        const firstBad = placeOf.get(column);
        return firstBad === undefined ? [] : [{ firstBad }];
      }),
    ]),
  );
}
