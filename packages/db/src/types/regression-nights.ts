/** Additional fields of a record of nights, compared with one of releases. Types only, safe to import anywhere. */
import type { NightLine } from '@basecase/analysis';
import type { RecordOverHttp } from '@basecase/contract/record';
import type { BuildView } from './builds';

type Nights = NonNullable<RecordOverHttp['nights']>;

/** What was committed after the last good build, up to the first bad one. */
export type Suspects = Nights['suspects'];

/** A change of nights, and when it was looked at last. */
export interface RegressionNights extends Omit<Nights, 'line' | 'firstBad' | 'lastGood' | 'url'> {
  /** The version line that both builds belong to. */
  line: NightLine;
  firstBad: BuildView;
  lastGood: BuildView;
  /** Path and query of the page with all nights of the test. */
  seriesPath: string;
}
