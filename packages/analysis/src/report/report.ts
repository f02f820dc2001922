import type { BenchmarkId, MetricId, ServerKind } from '@basecase/ingest/model';
import type { Matrix } from '../matrix/matrix';
import type { Level } from '../ratio/ratio';
import type { OpenTests } from '../verdicts/remedy/remedy-words';
import type { LineIdentity } from '../verdicts/steps/release-lines';
import type { Verdict } from '../verdicts/verdict';

/** A column of a report: the label of its run directory, and its short name in sentences. */
export interface ReportColumn extends LineIdentity {
  /** `x.pg184_o2nofp.x10a_c8r32.pk1`. */
  label: string;
  /** `18.4`; with its product where there are several. */
  name: string;
}

/** What verdicts say of the columns of a report. They are made over all tests, whatever the report shows of them. */
export interface ReportJudgement {
  ruleVersion: number;
  /** [row][column] of the matrix. */
  verdicts: readonly (readonly Verdict[])[];
  /** By row: name of the first version from which on it is slower; null when there is none. */
  since: readonly (string | null)[];
  /** Pairs, nights or rounds tell the noise of the judged column; false: how many flags are false is not known. */
  calibrated: boolean;
  /** Users of the machine; left out: unknown. */
  machine?: ServerKind | null;
  /** Runs that would settle the open tests of the judged column; left out where none is known. */
  open?: readonly OpenTests[];
  /** Caveats, one sentence each: the whole column moved, not calibrated. */
  notes: readonly string[];
}

export interface ReportInput {
  /** Absolute values of the chosen columns. */
  matrix: Matrix<ReportColumn>;
  benchmark: BenchmarkId;
  metric: MetricId;
  /** Index of the column that the others are divided by. */
  base: number;
  /** Index of the column that the summary is about: the newest. */
  judged: number;
  /** Ratio at or under which a throughput counts as slower, e.g. 0.95. */
  threshold: number;
  /** Null: the plain threshold judges. */
  judgement: ReportJudgement | null;
  /** Largest changes that are listed each way; left out: enough to act on. */
  mostChanges?: number;
}

/** How much of a report is drawn. short: what it says, and what changed most. long: all tables, and every change. */
export type ReportLength = 'short' | 'long';

/** A picture in a report: where it is, or its bytes as a `data:` URI. */
export interface ReportPicture {
  src: string;
  /** Description for screen readers. */
  alt: string;
}

/** One relative table: the tests of a group. */
export interface ReportGroup {
  id: string;
  label: string;
  rows: { test: string; cells: ReportCell[] }[];
  /** Geometric mean per column. */
  means: ReportCell[];
  /** What the numbers say, one sentence each. */
  summary: string[];
}

export interface ReportCell {
  text: string;
  level: Level;
  /** Left out where the plain threshold judges, and of costs, whose noise is not known. */
  verdict?: Verdict;
}

/** A test that changed, and what it pays for an operation now. */
export interface ReportChange {
  test: string;
  ratio: ReportCell;
  /** Possible, and 20% or more. */
  isLarge?: true;
  /**
   * The first column that is slower, by the rule in force; null when only other metrics are compared, or when it is
   * faster.
   */
  since: string | null;
  /** In the order of `ReportChanges.costs`. */
  costs: ReportCell[];
  /** `CPU, writes`; empty where no costs were recorded. */
  explained: string;
  /** The same as a sentence (docs/method.md §5.2), with its price; empty where there is nothing to say. */
  sentence: string;
}

export interface ReportChanges {
  /** Names of the costs: `cpu/o`, `cs/o`, ... Empty when none was recorded. */
  costs: string[];
  worse: ReportChange[];
  better: ReportChange[];
  /** How many there are; more than are listed when the list was cut. */
  total: { worse: number; better: number };
  /** How many of them are only possible; 0 where the plain threshold judges. */
  possible: { worse: number; better: number };
  /** How many of these are 20% or more: large, unconfirmed. */
  large: { worse: number; better: number };
}

/** The rule that judges changes. */
export type ReportRule =
  | { name: 'verdicts'; version: number; sentence: string }
  | { name: 'thresholds'; threshold: number; sentence: string };

/** A benchmark post, built from a view: every text in it follows from the numbers. */
export interface Report {
  /** The metric as people of the benchmark call it. */
  metric: string;
  base: { label: string; name: string };
  /** Name of the column that is judged. */
  judged: string;
  rule: ReportRule;
  /** Columns of the tables, numbered as published tables number them. */
  legend: { number: string; label: string; name: string }[];
  groups: ReportGroup[];
  changes: ReportChanges;
  /** Runs that would settle what is possible or unclear. */
  open: readonly OpenTests[];
}
