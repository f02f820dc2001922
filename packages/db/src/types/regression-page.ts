/** Everything that the page of a regression record shows. Types only, safe to import anywhere. */
import type { CellStatus, CellVerdict, ChangeExplanation, Verdict, VerdictChange } from '@basecase/analysis';
import type { CommitSearch } from '@basecase/contract/record';
import type { MetricId, ResultStatus } from '@basecase/ingest/model';
import type {
  FlaggedVerdict,
  RegressionBuild,
  RegressionColumn,
  RegressionEntry,
  RegressionState,
} from './regressions';
import type { SeriesView } from './series';
import type { Origin, ServerView, WorkloadView } from './workloads';

/** A version on the ladder, in release order. */
export interface LadderStep extends RegressionColumn {
  runs: number;
  results: number;
  status: CellStatus;
  /** Absolute throughput; null: missing. */
  value: number | null;
  toLastGood: number | null;
  toPrevious: number | null;
  /** Against the last good version. */
  verdict: CellVerdict;
  /** Index of its level, 0 is the oldest; null for a version without a value. */
  level: number | null;
  role: 'last good' | 'first bad' | 'fixed' | null;
}

/** Hardware per operation and throughput of one version of the ladder, absolute and against the last good one. */
export interface LadderCosts {
  column: string;
  version: string;
  absolute: Partial<Record<MetricId, number | null>>;
  relative: Partial<Record<MetricId, number | null>>;
}

/** Another test of the same group at the versions of the ladder. */
export interface NeighbourTest {
  key: string;
  name: string;
  range: number | null;
  isSelf: boolean;
  /** By `column` of the ladder, in its order. */
  cells: { column: string; ratio: number | null; verdict: Verdict }[];
  /** Its own record with the same first bad version, if there is one. */
  slug: string | null;
}

/** The same test at the same step elsewhere: another server, workload or config. */
export interface ElsewhereEntry {
  server: ServerView;
  workload: WorkloadView;
  build: RegressionBuild;
  /** Its record; null when it has both versions and no record. */
  slug: string | null;
  state: RegressionState | null;
  firstBad: string;
  lastGood: string;
  ratio: number | null;
  /** Against its last good version. */
  verdict: Verdict;
}

/** Another config or flavour of the first bad version in the same heatmap, against the last good version. */
export interface OtherBuild extends RegressionColumn {
  ratio: number | null;
  verdict: Verdict;
}

/** Results behind a column of the ladder: repeats of one run, and runs made again. */
export interface RepeatView {
  runId: string;
  repeat: number;
  column: string;
  version: string;
  value: number | null;
  status: ResultStatus;
  /** ISO 8601. */
  at: string;
  /** Somebody marked the run as bad: it counts for nothing here. */
  isExcluded: boolean;
  /** The log contradicts its throughput: it counts only without any other, and never for a verdict. */
  isDoubtful: boolean;
}

/** Where the numbers came from. */
export interface RegressionSource {
  upload: { id: string; filename: string; origin: Origin };
  runs: { id: string; label: string; version: string }[];
  parserVersion: number | null;
}

/** A reason to believe it or not, in words. */
export interface EvidenceItem {
  kind: 'for' | 'against' | 'open';
  /** "Larger than noise". */
  title: string;
  /** With its numbers. */
  text: string;
}

/** A difference between the two versions other than the version. */
export interface Confounder {
  what: 'config' | 'flavour' | 'campaign';
  lastGood: string;
  firstBad: string;
}

/** What one operation cost in the nights of the level before, and in those of the new one: medians. */
export interface LevelCost {
  metric: MetricId;
  before: number;
  after: number;
  /** Null for costs that are too small to be compared. */
  ratio: number | null;
}

/** A record of a test that changed in the same night, in the same direction. */
export interface SameNightTest {
  slug: string;
  key: string;
  name: string;
  range: number | null;
  isSelf: boolean;
  server: Pick<ServerView, 'slug' | 'name' | 'cores'>;
  workload: Pick<WorkloadView, 'slug' | 'label' | 'clients'>;
  /** Null of a stop, as is its interval. */
  ratio: number | null;
  low: number | null;
  high: number | null;
  verdict: FlaggedVerdict;
}

/** The nights around a change. */
export interface RecordSeries {
  /** The test of the record: nights before the change, and all since. Its records are left out. */
  view: SeriesView;
  /** Indexes of two nights of the view. */
  firstBad: number;
  lastGood: number;
  /** Nights of the level before, and of the new one. */
  levelNights: { before: number; after: number };
  /** Throughput first; what neither level has is left out. */
  costs: LevelCost[];
  /** All tests with one suspected cause, this one too: the largest change first. */
  sameNight: SameNightTest[];
}

export type RegressionEventKind =
  | 'created'
  | 'extended'
  | 'moved'
  | 'judged'
  | 'split'
  | 'merged'
  | 'fixed'
  | 'reopened'
  | 'withdrawn'
  | 'line changed'
  | 'reinstated'
  | 'state changed'
  | 'owner changed'
  | 'bug changed'
  | 'fix claimed'
  | 'notes edited'
  | 'commit searched';

export interface RegressionEvent {
  id: string;
  kind: RegressionEventKind;
  /** In words: "First bad version is 16.0 now, was 16.11." */
  text: string;
  /** Name of a token, `local`, or `job` for what an ingest changed. */
  by: string;
  /** ISO 8601. */
  at: string;
}

/** Everything the page of a record needs. Plain JSON: this is also what its permalink freezes. */
export interface RegressionPage extends RegressionEntry {
  notes: string;
  /** For optimistic locking of the notes. */
  notesVersion: number;
  /** When it was judged last. */
  evaluatedAt: string;
  ruleVersion: number;
  /** Of the uploads behind the two versions, ascending. */
  parserVersions: number[];
  /** Into which record it was merged, out of which it was split. */
  mergedInto: string | null;
  splitFrom: string | null;
  /** The cell of the first bad version against the last good one; when their runs are not stored any more, what the record keeps of it. */
  judged: {
    /** SD of ln r of two single runs; null of a stop. */
    sigma: number | null;
    baseRuns: number;
    versionRuns: number;
    runsToSettle: number | null;
    changedBy: VerdictChange | null;
    /** "Run-to-run noise: ±5.5% (95%)."; empty of a stop. */
    bandSentence: string;
    /** "2 more runs of 9.5.0, about 24 minutes, would settle this."; empty when it is settled. */
    settleSentence: string;
    /** "Only one run since 18.1 so far."; empty for a plain step. */
    stepSentence: string;
    /** "3.1% slower across the board: server or base run?", or what moved with it; null when it did not. */
    shiftSentence: string | null;
    /** Since when it differs from the oldest version, where that is another one; missing in older frozen records. */
    oldestSentence?: string | null;
    /** False: say "not calibrated". */
    calibrated: boolean;
    /** A/A pairs of this server and workload, and those that have this test. */
    serverPairs: number;
    testPairs: number;
  };
  explained: ChangeExplanation | null;
  evidence: EvidenceItem[];
  confounders: Confounder[];
  ladder: LadderStep[];
  costs: LadderCosts[];
  neighbours: NeighbourTest[];
  elsewhere: ElsewhereEntry[];
  builds: OtherBuild[];
  repeats: RepeatView[];
  sources: RegressionSource[];
  /** Of a record that its series gave; null for releases, for pairs of builds, and where the runs are not stored any more. */
  series: RecordSeries | null;
  /** The newest verdict of `basecase bisect`; null: the commit was not searched. */
  search: CommitSearch | null;
  /** The newest first. */
  history: RegressionEvent[];
}

/** What a permalink keeps of a record: its numbers, without what people write on it. */
export interface RegressionSnapshot {
  /** Of this shape. Raised when old snapshots can't be read as new ones. */
  shape: 1;
  /** Nights, series, stop and search are left out where there are none, as in snapshots from before there were such records. */
  record: Omit<RegressionPage, RegressionEdits | 'nights' | 'series' | 'stop' | 'search'> &
    Partial<Pick<RegressionPage, 'nights' | 'series' | 'stop' | 'search'>>;
  /** On the name of the server, where nothing gave it; left out elsewhere, and in snapshots from before there was one. */
  serverNote?: string;
}

/** Belongs to the record, not to its numbers: it continues to change on the page of the record. */
export type RegressionEdits =
  | 'state'
  | 'owner'
  | 'bugUrl'
  | 'hasNotes'
  | 'triageVersion'
  | 'notes'
  | 'notesVersion'
  | 'history'
  | 'evaluatedAt'
  | 'elsewhere';
