import { buildMatrix, groupBy, median } from '@basecase/analysis';
import { type Build, buildKey, type NormalizedRun, type RunFacts } from '@basecase/ingest/model';
import { type FreshNight, isSameBuild, type PastNight } from './night';
import { differenceOf, groupRuns } from './run-group';

/** A night of which more uploads may come: of each test a value for each upload. */
interface OpenNight {
  source: string;
  build: Build | null;
  measuredAt: string | null;
  facts: RunFacts;
  values: Map<string, (number | null)[]>;
}

/** Keeps of past uploads what the series of a new build need: a value for each test of each night. */
export class NightCollector {
  readonly #nights: Map<FreshNight, OpenNight[]>;
  /** Names by how they are compared. */
  readonly #servers = new Map<FreshNight, Map<string, string>>();
  readonly #leftOut = new Map<string, number>();

  constructor(fresh: readonly FreshNight[]) {
    this.#nights = new Map(fresh.map((one) => [one, []]));
  }

  /** Takes the runs of one upload; nothing of them is kept but the values. */
  add(source: string, runs: readonly NormalizedRun[]): void {
    for (const group of groupRuns(runs)) {
      const fresh = [...this.#nights.keys()];
      const own = fresh.find((one) => differenceOf(one.group.identity, group.identity) === null);
      const first = fresh[0];
      if (own) this.#takeAll(own, source, group.runs);
      else if (first)
        this.#leave(`of ${differenceOf(first.group.identity, group.identity) ?? 'another series'}`);
    }
  }

  /** Counts an upload, or a run of one, that no series has. */
  leave(why: string): void {
    this.#leave(why);
  }

  /** The nights of the series of a new build, in the order in which they came. */
  nightsOf(fresh: FreshNight): PastNight[] {
    return (this.#nights.get(fresh) ?? []).map(({ values, ...night }) => ({
      ...night,
      values: new Map([...values].map(([test, each]) => [test, middle(each)])),
    }));
  }

  /** Where the nights of a series were measured, as far as anybody says. */
  serversOf(fresh: FreshNight): string[] {
    return [...(this.#servers.get(fresh) ?? new Map<string, string>()).values()];
  }

  leftOut(): { why: string; count: number }[] {
    return [...this.#leftOut].map(([why, count]) => ({ why, count }));
  }

  #leave(why: string): void {
    this.#leftOut.set(why, (this.#leftOut.get(why) ?? 0) + 1);
  }

  /** An upload may hold many nights. Runs without a build count as one. */
  #takeAll(fresh: FreshNight, source: string, runs: readonly NormalizedRun[]): void {
    const builds = groupBy(runs, ({ variant }) => (variant.build ? buildKey(variant.build) : ''));
    for (const own of builds.values()) this.#take(fresh, source, own);
  }

  /** @param runs of one build */
  #take(fresh: FreshNight, source: string, runs: readonly NormalizedRun[]): void {
    const nights = this.#nights.get(fresh) ?? [];
    const build = runs[0]?.variant.build ?? null;
    let night = nights.find((own) => isSameBuild(own.build, build));
    if (!night) {
      night = { source, build, measuredAt: null, facts: {}, values: new Map() };
      nights.push(night);
    }
    for (const { startedAt, facts, server } of runs) {
      if (server) {
        const names = this.#servers.get(fresh) ?? new Map<string, string>();
        this.#servers.set(fresh, names.set(server.name.toLowerCase(), server.name));
      }
      if (startedAt !== null && (night.measuredAt === null || startedAt > night.measuredAt))
        night.measuredAt = startedAt;
      Object.assign(night.facts, facts);
    }
    for (const [test, value] of valuesOf(fresh, runs)) {
      night.values.set(test, [...(night.values.get(test) ?? []), value]);
    }
  }
}

/** Values by test, named as those of the new build are: a test at several client counts has several rows. */
function valuesOf({ group }: FreshNight, runs: readonly NormalizedRun[]): [string, number | null][] {
  const matrix = buildMatrix([
    { label: 'past', runs },
    { label: 'new', runs: group.runs },
  ]);
  return matrix.rows.flatMap(({ key }, row): [string, number | null][] => {
    const status = matrix.status[row]?.[0] ?? 'missing';
    if (status === 'missing') return [];
    return [[key, status === 'ok' ? (matrix.values.throughput?.[row]?.[0] ?? null) : null]];
  });
}

/** As for the repeats of a cell: one that failed is the result. */
function middle(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : median(known);
}
