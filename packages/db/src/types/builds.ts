/** Builds of a version line. Types only, safe to import anywhere. */
import type { Build } from '@basecase/ingest/model';

/** A build with its place in time. */
export interface BuildView extends Build {
  /** ISO 8601: when it was committed; where nobody knows that, when it was measured first. */
  at: string;
}
