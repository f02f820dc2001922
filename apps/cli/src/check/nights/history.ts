import type { HeldChange, SaidEvent } from '@basecase/analysis';
import type { FreshNight, PastNight } from './night';
import type { LeftOut, NightOrder } from './place-nights';

/** What a new build is judged against: the nights before it. */
export interface NightHistory {
  /** The oldest first. */
  nights: PastNight[];
  /** Tests that some past night has. */
  tests: readonly string[];
  orderedBy: NightOrder;
  branch: string | null;
  /** Where they were measured; null: nobody said. */
  server: string | null;
  leftOut: LeftOut[];
  /** What people said happened beside the software. */
  events: readonly SaidEvent[];
  /** First bad nights that are fixed already, by test. */
  held: ReadonlyMap<string, readonly HeldChange[]>;
  /** Why there are no nights, in a sentence; null where there are some. */
  empty: string | null;
}

/** A new build with what it is judged against. */
export interface CheckedNight {
  fresh: FreshNight;
  history: NightHistory;
}
