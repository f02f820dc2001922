import type { OpenTests, StopDetail, SuccessRate, TestListChange, Verdict } from '@basecase/analysis';
import type { ServerKind } from '@basecase/ingest/model';

/** The verdict on one test of one column. */
export interface CheckedTest {
  test: string;
  verdict: Verdict;
  /** Version / base; null where there is nothing to compare. */
  ratio: number | null;
  /** 95% of the noise of the ratio lies within ± this part. */
  band: number | null;
  p: number | null;
  /** Rounds of both that it was compared by; null: by the noise of single runs. */
  rounds: number | null;
  /** Sentences that explain a change, a change that is not sure, or a missing value; null otherwise. */
  why: string | null;
  /** Of operations, with its own verdict; null where none failed, or the version counts no failures. */
  successRate: SuccessRate | null;
  /** Of a test that stopped working: how, and the line that tells it; null where no log does. */
  stop: StopDetail | null;
}

export interface CheckedColumn {
  label: string;
  version: string;
  tests: CheckedTest[];
  counts: Readonly<Record<Verdict, number>>;
  /** A/A pairs that its noise is known from: of other columns, and of two sessions of the base. */
  pairs: number;
  /**
   * Days that both sides were measured on, of the side with fewer: repeats of one day do not tell how far the next day
   * would be. Null: the files do not say when.
   */
  days: number | null;
  /** False: nothing tells the noise of the machine. */
  calibrated: boolean;
  /** False: and others may use it, so that no change is sure. */
  canBeSure: boolean;
  /** Tests that were compared round by round. */
  rounds: number;
  /** That it did not do the same work as the base, as its context switches say; null when it did. */
  otherWork: string | null;
  /** "3.1% slower across the board: server or base run?", or what moved with it; null when it did not. */
  shift: string | null;
  /** What differs from the base besides the version: `config a and b`. */
  differs: string[];
  /** Why the versions are compared across two configs, or are not; null where both have one config. */
  line: string | null;
  /** Runs that would settle its possible and unclear tests. */
  open: OpenTests[];
  /** Tests that only one of the two has, by name. */
  testList: TestListChange;
}

export interface CheckResult {
  base: string;
  columns: CheckedColumn[];
  /** Users of the machine; null if unknown. */
  machine: ServerKind | null;
  ruleVersion: number;
}
