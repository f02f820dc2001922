import type { ColumnInput, HeldChange, Matrix, MatrixRow, SaidEvent } from '@basecase/analysis';
import type { EventListOverHttp } from '@basecase/contract/event';
import { type Build, buildKey, buildLabel, isSameCommit, type RunFacts } from '@basecase/ingest/model';
import type { RunGroup } from './run-group';

/** A night as it is kept: one value for each test, and nothing of what it was read from. */
export interface PastNight {
  /** Where it was read: names a night without a build. */
  source: string;
  build: Build | null;
  /** ISO 8601; null if not specified. */
  measuredAt: string | null;
  facts: RunFacts;
  /** Left out, or null: not known. */
  config?: string | null;
  /** Throughput by test; null: it failed, or is not believed. */
  values: ReadonlyMap<string, number | null>;
  /** Part of the operations that failed, by test; a test without a count is left out. */
  failed?: ReadonlyMap<string, number>;
}

/** The new build: what is judged. */
export interface FreshNight extends Omit<PastNight, 'values'> {
  /** That of the build, or the given one; null if not specified. */
  branch: string | null;
  group: RunGroup;
  /** One column. */
  matrix: Matrix<ColumnInput>;
}

/** A test that the new build and some past night have a value of. */
export interface FreshTest {
  row: MatrixRow;
  /** Of the past nights and the new one, which is the last. */
  values: readonly (number | null)[];
  value: number;
}

/** `29 Aug 2026 g4eb13e8a`; of a night without a build where it was read. */
export function nightLabel({ build, source }: Pick<PastNight, 'build' | 'source'>): string {
  return build ? buildLabel(build) : source;
}

/** Past nights that were not used, and why. */
export interface LeftOut {
  why: string;
  count: number;
}

/** By what nights were put in order. */
export type NightOrder = 'time' | 'number' | 'name';

export interface PlacedNights {
  /** The oldest first. */
  nights: PastNight[];
  orderedBy: NightOrder;
  /** Branch that they are of; null: none is named. */
  branch: string | null;
  leftOut: LeftOut[];
  /** Why there are none, in a sentence; null if there are. */
  empty: string | null;
}

/** An event of a server, with its first bad build as it names it. */
export type ServerEvent = Pick<EventListOverHttp['events'][number], 'url' | 'sentence' | 'firstBad'>;

/** The nights that a new build is judged against. */
export interface NightHistory extends PlacedNights {
  /** Tests that some past night has. */
  tests: readonly string[];
  /** The server that measured them; null if not specified. */
  server: string | null;
  /** Recorded events of the environment. */
  events: readonly SaidEvent[];
  /** First bad nights that are fixed already, by test. */
  held: ReadonlyMap<string, readonly HeldChange[]>;
  /** Page of a test on the server with the nights; left out: they are in a directory. */
  testHref?: (test: string) => string;
  /** Events of the line there. */
  serverEvents?: readonly ServerEvent[];
}

/** A new build with what it is judged against. */
export interface CheckedNight {
  fresh: FreshNight;
  history: NightHistory;
}

/** A night as results name it. */
export interface NamedNight {
  /** `29 Aug 2026 g4eb13e8a` */
  label: string;
  commit: string | null;
}

export function nameNight(night: Pick<PastNight, 'build' | 'source'>): NamedNight {
  return { label: nightLabel(night), commit: night.build?.commit ?? null };
}

/** True for two builds that are one, however many digits of the commit each has. */
export function isSameBuild(one: Build | null, other: Build | null): boolean {
  if (one === null || other === null) return false;
  if (one.commit !== null && other.commit !== null) return isSameCommit(one.commit, other.commit);
  return buildKey(one) === buildKey(other);
}
