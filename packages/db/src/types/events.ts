/** Events: one product, one version or commit, all servers that show it. Types only, safe to import anywhere. */
import type { ReasonClass, StepMark, VerdictChange } from '@basecase/analysis';
import type { EventFilter as EventFilterFields, EventOverHttp } from '@basecase/contract/event';
import type { CommitSearch } from '@basecase/contract/record';
import type { FlaggedVerdict, Suspects, TriageChange } from './regressions';
import type { ServerName, ServerView, WorkloadView } from './workloads';

/** A test of an event on one server and workload: its record in short. */
export interface EventTest {
  /** Of its record. */
  slug: string;
  /** Key of the test. */
  test: string;
  level: 'stopped' | 'sure' | 'likely';
  verdict: FlaggedVerdict;
  /** First bad / last good version; null: it stopped working. */
  ratio: number | null;
}

/** An event on one server and workload. */
export interface EventPlace {
  server: ServerView;
  workload: WorkloadView;
  /** Name of the newest version before it, of the test with the largest change. */
  lastGood: string;
  stopped: number;
  slower: number;
  likely: number;
  /** Tests that this version and an earlier one measured here; null: unknown. */
  tests: number | null;
  /** Ratios of its sure tests, of its likely ones if none is sure; null: all stopped. */
  median: number | null;
  low: number | null;
  high: number | null;
  /** The largest change first; in lists at most 6. */
  largest: EventTest[];
}

/** Metrics that moved with an event. */
export interface EventReason {
  class: ReasonClass;
  /** Sure tests with this class, and all of them. */
  tests: number;
  of: number;
  /** Median ratio of CPU per operation over the tests where it is a reason; null: it is none. */
  cpu: number | null;
}

type EventFields = Omit<EventOverHttp, 'url' | 'sentence' | 'places'>;

export interface EventView extends EventFields {
  places: EventPlace[];
  /** Null: only tests that stopped, or no metric was recorded. */
  reason: EventReason | null;
  /** The server that was split off; null: it has all others. */
  splitOff: ServerName | null;
  /** Names what it consists of: a change names the version that was seen. */
  version: string;
}

export type EventFilter = Partial<EventFilterFields>;

export interface EventList {
  events: EventView[];
  total: number;
  page: number;
  pages: number;
  /** Open events of the filter, whichever state is asked for. */
  open: number;
  sure: number;
  likely: number;
  /** Events of the filter by what tabs show. */
  counts: Record<'open' | 'fixed' | 'closed' | 'withdrawn' | 'all', number>;
}

/** A change of an event; left out: as it was. */
export interface EventChangeFields extends TriageChange {
  /** No messages, and not listed as new. */
  muted?: boolean | undefined;
  /** Version that is expected to fix it, or null: until it is measured, the event sends no messages and is not new. */
  knownUntil?: string | null | undefined;
  /** The server is a separate event. */
  split?: true | undefined;
}

/** A line of the history of an event. */
export interface EventChangeEntry {
  id: string;
  change: EventChangeFields;
  /** Name of the server that was split off. */
  server: string | null;
  /** Records that it wrote. */
  records: number;
  by: string;
  at: string;
  undone: { by: string; at: string } | null;
}

export interface EventPage extends EventView {
  history: EventChangeEntry[];
}

/** What the page of an event shows in addition: it is read from the runs. */
export interface EventFigures {
  /** By the slug of a record: the columns of the heatmap that it compares. */
  columns: Record<string, { firstBad: string; lastGood: string }>;
  /** Of all its tests; null: they count different things. */
  unit: string | null;
  /** Median of the noise of its tests, half width of 95% on the log scale; null: not known. */
  band: number | null;
  /** Null of nights, and where the runs are not stored any more. */
  evidence: EventEvidence | null;
  chart: EventChart | null;
  /** Commits that it may come from, by its record with the largest change; null: of a release. */
  suspects: Suspects | null;
  /** Verdicts of `basecase bisect`, the newest of each record. */
  searches: (CommitSearch & { record: string })[];
  /** The newest version, if it is a later one and all tests still have the change; null: not so, or of nights. */
  stillIn: string | null;
}

/** What the certainty of an event rests on at its first place, over all tests there that give its ratios. */
export interface EventEvidence {
  /** False: the noise was assumed. */
  isNoiseMeasured: boolean;
  /** Runs on each side; the fewest. */
  runs: number;
  /** Later versions that were measured, if all of their tests show the change; 0: not all do. */
  later: number;
  changedBy: VerdictChange | null;
}

/** The tests of an event over versions, one line per server and workload. */
export interface EventChart {
  /** Names of versions or builds, in order. */
  versions: string[];
  /** Index of the first bad one. */
  own: number;
  /** The place with most slower tests first. */
  lines: {
    /** Slugs. */
    server: string;
    workload: string;
    /** Median of its tests relative to their last good version, of nights to the level before; null: not measured. */
    values: (number | null)[];
  }[];
  /** Values of at most 50 tests of each line, relative as in the line, by the slug of their record. */
  tests: Record<string, (number | null)[]>;
  /** There are more places than lines. */
  isCut: boolean;
}

/** The outcome of a change of one or several events. */
export interface EventChangeReport {
  /** Ids of the changes that were written, for undo. */
  changes: string[];
  /** Slugs of events that changed since they were seen: nothing was written to them. */
  conflicts: string[];
}

/** The newest version of a line on a server and workload. */
export interface NewestRow {
  server: ServerView;
  workload: WorkloadView;
  product: string;
  flavour: string | null;
  config: string | null;
  /** Release, or version line of nights; null: no version can be placed, or it was not judged yet. */
  newest: string | null;
  /** Key of the line of nights, for links; null: releases. */
  nights: string | null;
  /** Null: one version. */
  before: NewestCounts | null;
  oldest: (NewestCounts & { mean: number | null }) | null;
  /** Means of all releases relative to the first; null where nothing is comparable. */
  means: (number | null)[];
  /** The config step that its releases begin with; left out without one. */
  step?: StepMark;
  /** ISO 8601. */
  latestRunAt: string;
  isStale: boolean;
}

export interface NewestCounts {
  version: string;
  stopped: number;
  slower: number;
  likely: number;
  faster: number;
  /** Null: unknown. */
  tests: number | null;
  /** Slug of the event with these tests; null: none of them changed. */
  event: string | null;
}
