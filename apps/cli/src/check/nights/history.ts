import type { HeldChange, SaidEvent } from '@basecase/analysis';
import type { FreshNight, PastNight } from './night';
import type { LeftOut, NightOrder } from './place-nights';

/** The nights that a new build is judged against. */
export interface NightHistory {
  /** The oldest first. */
  nights: PastNight[];
  /** Tests that some past night has. */
  tests: readonly string[];
  orderedBy: NightOrder;
  branch: string | null;
  /** The server that measured them; null if not specified. */
  server: string | null;
  leftOut: LeftOut[];
  /** Recorded events of the environment. */
  events: readonly SaidEvent[];
  /** First bad nights that are fixed already, by test. */
  held: ReadonlyMap<string, readonly HeldChange[]>;
  /** The reason for missing nights as a sentence; null if there are nights. */
  empty: string | null;
}

/** A new build with what it is judged against. */
export interface CheckedNight {
  fresh: FreshNight;
  history: NightHistory;
}
