/** Builds of a version line. Types only, safe to import anywhere. */
import type { Build } from '@basecase/ingest/model';

/** A build with its place in time. */
export interface BuildView extends Build {
  /** ISO 8601: time of the commit; where that is unknown, of the first measurement. */
  at: string;
}
