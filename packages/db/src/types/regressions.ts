/** Regression records in lists, and what people decide about them. Types only, safe to import anywhere. */
import type { NightLine, ReasonClass, VerdictMark } from '@basecase/analysis';
import type { RecordFilter, RecordList, RecordOverHttp, StoredRecordFields } from '@basecase/contract/record';
import type { KINDS, SORTS, STATES, VERDICTS } from '@basecase/contract/words';
import type { BuildView } from './builds';
import type { CompareColumn } from './compare';
import type { ServerName, ServerView, StoppedEntry, WorkloadView } from './workloads';

export type RegressionKind = (typeof KINDS)[number];
export type RegressionState = (typeof STATES)[number];
export type FlaggedVerdict = (typeof VERDICTS)[number];

/** A column of the record's heatmap. */
export interface RegressionColumn extends Pick<CompareColumn, 'label' | 'version' | 'flavour' | 'config'> {
  /** Slug, for links. */
  column: string;
}

/** Of which line a record is. Null: of the main line of its product. Set: another build or config has it, and the main line has not. */
export type RegressionBuild = Pick<CompareColumn, 'flavour' | 'config'> | null;

/** Whether it is fixed: what people say, and what the data say. */
export interface FixView {
  /** Version in which it is reported as fixed; null without such a report. */
  claimed: string | null;
  /** First version that is back at the level before; null when none is. */
  seen: string | null;
  /**
   * none: not reported as fixed. claimed: no run of that version or a later one yet. verified: the data show it.
   * still there: a run of that version or a later one still has it.
   */
  status: 'none' | 'claimed' | 'verified' | 'still there';
}

/** A cause that several records may share (docs/method.md §5.3); no proof of one cause. */
export interface CauseView {
  /** Stable, for links and grouping. */
  key: string;
  product: string;
  since: string;
  direction: 'slower' | 'faster' | 'stopped';
  /** Means nothing for stops. */
  reason: ReasonClass;
  /** Records of this list (all pages) that have it. */
  records: number;
}

/** A record in a list. */
export interface RegressionEntry extends StoredRecordFields {
  server: ServerView;
  workload: WorkloadView;
  test: { key: string; name: string; range: number | null; group: string; groupLabel: string; unit: string };
  build: RegressionBuild;
  firstBad: RegressionColumn;
  lastGood: RegressionColumn;
  mark: VerdictMark;
  /** "28% slower; CPU per operation 1.33x (accounts for about 90%), …"; null when no metric explains it. */
  explanation: string | null;
  cause: CauseView;
  fix: FixView;
  hasNotes: boolean;
  /** For optimistic locking of state, owner, bug and fixed in. */
  triageVersion: number;
  /** Path and query of the compare page, at this cell, with the last good version as the base. */
  comparePath: string;
  /** Set for a change between two builds of a version line; null between releases. */
  nights: RegressionNights | null;
}

export type RegressionSort = (typeof SORTS)[number];

/** The filter of HTTP; `onlyNews` leaves out what an upgrade found in runs that were known. */
export type RegressionFilter = Partial<RecordFilter> & { onlyNews?: boolean };

export interface RegressionList extends Omit<RecordList, 'regressions' | 'stopped'> {
  regressions: RegressionEntry[];
  /** Lines whose newest version has tests that stopped working, by product and server alone; of regressions only. */
  stopped: StoppedEntry[];
}

/** Filters of the list. */
export interface RegressionFacets {
  products: string[];
  servers: ServerName[];
  groups: { id: string; label: string }[];
  /** Releases, in their order within a product. */
  versions: { product: string; version: string }[];
  /** Version lines of builds by name: `19devel@master`. */
  lines: { product: string; line: string }[];
}

/** A change that people make. Left out: as it was. Null takes it away. */
export interface TriageChange {
  state?: RegressionState | undefined;
  owner?: string | null | undefined;
  bugUrl?: string | null | undefined;
  /** Version in which it is reported as fixed. */
  fixedIn?: string | null | undefined;
}

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
