/** Regression records, what is known of noise, and webhooks, as pages show them. Types only, safe to import anywhere. */
import type {
  CellVerdict,
  ChangeExplanation,
  NoisePairKind,
  ReasonClass,
  RefusalReason,
  StepKind,
  Verdict,
  VerdictMark,
} from '@basecase/analysis';
import type { MetricId, ResultStatus } from '@basecase/ingest/model';
import type { Origin, ServerView, WorkloadView } from '../types';

/** Improvements are kept like regressions, and listed apart. */
export type RegressionKind = 'regression' | 'improvement';

/**
 * What people decided. `fixed` is also set by data: a later version is back at the level before. Of an improvement it
 * means that a later version lost it.
 */
export type RegressionState = 'new' | 'investigating' | 'confirmed' | 'noise' | 'wont_fix' | 'fixed';

/** A verdict that a record can have: the words of the engine that name a change. */
export type FlaggedVerdict = Exclude<Verdict, 'no change' | 'unclear' | 'missing'>;

/** A column of the record's heatmap. */
export interface RegressionColumn {
  /** Slug, for links. */
  column: string;
  label: string;
  version: string;
  flavour: string | null;
  config: string | null;
}

/** Whether it is fixed: what people say, and what the data say. */
export interface FixView {
  /** Version in which people say it is fixed; null when nobody does. */
  claimed: string | null;
  /** First version that is back at the level before; null when none is. */
  seen: string | null;
  /**
   * none: nobody says it is fixed. claimed: no run of that version or a later one yet. verified: the data show it.
   * still there: a run of that version or a later one still has it.
   */
  status: 'none' | 'claimed' | 'verified' | 'still there';
}

/** A cause that several records may share (verdicts.md §5); no proof of one cause. */
export interface CauseView {
  /** Stable, for links and grouping. */
  key: string;
  product: string;
  since: string;
  direction: 'slower' | 'faster';
  reason: ReasonClass;
  /** Records of this list (all pages) that have it. */
  records: number;
}

/** A record in a list. */
export interface RegressionEntry {
  slug: string;
  kind: RegressionKind;
  state: RegressionState;
  server: ServerView;
  workload: WorkloadView;
  product: string;
  test: { key: string; name: string; range: number | null; group: string; groupLabel: string; unit: string };
  /** Null: of the main line of releases. Set: one config has it, and the main line has not. */
  build: { flavour: string | null; config: string | null } | null;
  firstBad: RegressionColumn;
  lastGood: RegressionColumn;
  /** Newest version at the changed level. */
  lastSeen: string;
  /** Of the first bad version against the last good one. */
  verdict: FlaggedVerdict;
  mark: VerdictMark;
  /** First bad version / last good version: what the compare page shows with the last good version as its base. */
  ratio: number;
  /** New level / level before, over all versions of both: what sizes are sorted by. */
  levelRatio: number;
  /** ln of 95% of the noise of this ratio: `±100 × band` percent. */
  band: number;
  /** How often noise alone would show this much. */
  p: number;
  /** step: it stays. last: rests on one run. isolated: one run, and the next version is back. */
  step: StepKind;
  /** "28% slower; CPU per operation 1.33x (enough for about 90%), …"; null when there is nothing to say. */
  explanation: string | null;
  cause: CauseView;
  fix: FixView;
  owner: string | null;
  bugUrl: string | null;
  hasNotes: boolean;
  /** For optimistic locking of state, owner, bug and fixed in. */
  triageVersion: number;
  /** ISO 8601, like the others. */
  createdAt: string;
  /** When its numbers changed last. */
  changedAt: string;
  /** Set when the data do not show it any more. */
  withdrawnAt: string | null;
  /** Path and query of the compare page, at this cell, with the last good version as the base. */
  comparePath: string;
}

export type RegressionSort = 'size' | 'certainty' | 'date';

export interface RegressionFilter {
  kind?: RegressionKind | undefined;
  /** Words that must be in its names (test, product, version, server, workload, owner); `-word` must not. */
  search?: string | undefined;
  product?: string | undefined;
  /** Slug. */
  server?: string | undefined;
  /** Id of a group of tests. */
  group?: string | undefined;
  /** Left out: all that are not withdrawn. `open`: new, investigating or confirmed. */
  state?: RegressionState | 'open' | 'withdrawn' | undefined;
  verdict?: FlaggedVerdict | undefined;
  /** First bad version; wants `product` only where two products have that version. */
  since?: string | undefined;
  /** `key` of a cause. */
  cause?: string | undefined;
  /** Default: size. Largest, surest, newest first. */
  sort?: RegressionSort | undefined;
  /** True: records of one cause follow each other, the largest cause first. */
  byCause?: boolean | undefined;
  /** From 1. */
  page?: number | undefined;
  /** Default 50. */
  pageSize?: number | undefined;
}

export interface RegressionList {
  regressions: RegressionEntry[];
  /** Matching records on all pages. */
  total: number;
  page: number;
  pages: number;
  /** Records per state with all filters but the state; `withdrawn` ones are in no other. */
  counts: Record<RegressionState | 'withdrawn', number>;
  /** Causes of all matching records, the largest first; at most 200. */
  causes: CauseView[];
}

/** What the list can be filtered by. */
export interface RegressionFacets {
  products: string[];
  servers: { slug: string; name: string; cores: number | null }[];
  groups: { id: string; label: string }[];
  /** In release order within a product. */
  versions: { product: string; version: string }[];
}

/** A version on the ladder, in release order. */
export interface LadderStep extends RegressionColumn {
  runs: number;
  results: number;
  status: ResultStatus | 'missing';
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
  build: { flavour: string | null; config: string | null } | null;
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
  | 'reinstated'
  | 'state changed'
  | 'owner changed'
  | 'bug changed'
  | 'fix claimed'
  | 'notes edited';

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
    /** SD of ln r of two single runs. */
    sigma: number;
    baseRuns: number;
    versionRuns: number;
    runsToSettle: number | null;
    changedBy: 'support' | 'guard' | null;
    /** "This test moves by ±5.5% when nothing changes." */
    bandSentence: string;
    /** "2 more runs of this version would settle this."; empty when it is settled. */
    settleSentence: string;
    /** "Only one run since 18.1: not confirmed."; empty for a plain step. */
    stepSentence: string;
    /** "The whole column moved by -3.1%: server or base run?"; null when it did not. */
    shiftSentence: string | null;
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
  /** The newest first. */
  history: RegressionEvent[];
}

/** What a permalink keeps of a record: its numbers, without what people write on it. */
export interface RegressionSnapshot {
  /** Of this shape. Raised when old snapshots can't be read as new ones. */
  shape: 1;
  record: Omit<RegressionPage, RegressionEdits>;
}

/** Of the record, not of its numbers: it goes on changing on the page of the record. */
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

/** A change that people make. Left out: as it was. Null takes it away. */
export interface TriageChange {
  state?: RegressionState | undefined;
  owner?: string | null | undefined;
  bugUrl?: string | null | undefined;
  /** Version in which it is said to be fixed. */
  fixedIn?: string | null | undefined;
}

/** What a bulk change did. */
export interface BulkTriageReport {
  changed: { slug: string; triageVersion: number }[];
  /** Somebody else changed these in the meantime: look again. */
  conflicts: string[];
}

// ------------------------------------------------------------------------------------------------ noise

/** Noise of one test on one server and workload. */
export interface NoiseTestView {
  key: string;
  name: string;
  range: number | null;
  group: string;
  groupLabel: string;
  /** SD of ln r of two single runs. */
  sigma: number;
  prior: number;
  /** A/A pairs of this very test. */
  pairs: number;
  /** ln ratios of those pairs, in the order of the pairs. */
  changes: (number | null)[];
  /** Smallest change, as 1 - r, that one run on each side can make sure when it stands alone in its column. */
  smallestVisible: number;
  /** The same with two runs on each side. */
  smallestVisibleOfTwo: number;
}

/** A run as one side of a pair. */
export interface NoiseRunView {
  id: string;
  label: string;
  version: string;
  at: string | null;
}

export interface NoisePairView {
  kind: NoisePairKind;
  a: NoiseRunView;
  b: NoiseRunView;
  product: string;
  tests: number;
  /** Median |x| over its tests: how far two runs of the same lay apart. */
  medianChange: number;
  /** Largest |x| and its test. */
  largest: { test: string; x: number } | null;
  gate: 'passed' | 'silent';
}

export interface RefusedPairView {
  kind: NoisePairKind;
  a: NoiseRunView;
  b: NoiseRunView;
  product: string;
  reason: RefusalReason;
  detail: string;
  /** Id of the exclusion that took it out; null when the rules did. */
  exclusion: string | null;
}

/** A pair, or a run, that somebody took out. */
export interface NoiseExclusionView {
  id: string;
  server: string;
  workload: string;
  run: NoiseRunView;
  /** Null: the run is bad, and out of all pairs and records. */
  other: NoiseRunView | null;
  reason: string;
  by: string;
  /** ISO 8601. */
  at: string;
  /** Set when it was taken back; the reason stays in the list. */
  removed: { by: string; at: string } | null;
}

/** A heatmap in the list of the atlas. */
export interface NoiseAtlasEntry {
  server: ServerView;
  workload: WorkloadView;
  calibrated: boolean;
  pairs: number;
  refused: number;
  exclusions: number;
  /** Against the priors. */
  scale: number;
  /** Median sigma over the tests. */
  medianSigma: number;
  /** Median over the tests of what one run can show. */
  smallestVisible: number;
  /** The test that hides most. */
  worst: { test: string; smallestVisible: number } | null;
}

/** One server and workload of the atlas. */
export interface NoiseAtlasPage extends NoiseAtlasEntry {
  ruleVersion: number;
  tests: NoiseTestView[];
  used: NoisePairView[];
  refusals: RefusedPairView[];
  excluded: NoiseExclusionView[];
}

// --------------------------------------------------------------------------------------------- webhooks

export type WebhookEvent = 'regression.new' | 'regression.fixed' | 'regression.withdrawn';

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

export interface WebhookView {
  id: string;
  url: string;
  events: WebhookEvent[];
  active: boolean;
  createdAt: string;
  lastDelivery: { at: string; state: DeliveryState; status: number | null; error: string | null } | null;
}

export interface WebhookDeliveryView {
  id: string;
  event: WebhookEvent;
  state: DeliveryState;
  attempts: number;
  /** Status of the last answer, null when there was none. */
  status: number | null;
  error: string | null;
  createdAt: string;
  /** ISO 8601; null when it is not tried again. */
  nextTryAt: string | null;
  deliveredAt: string | null;
}
