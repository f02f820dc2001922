import type { ServerKind } from '@basecase/ingest/model';

/**
 * The constants of the rule, each with its reason in docs/method.md §6 unless it says otherwise. All sizes are natural
 * logs of ratios (x = ln r, r = version / base) unless they are called ratios.
 */
export interface Rule {
  /** Part of flags that may be false: level of Benjamini-Hochberg within one column. */
  q: number;
  /** The same on machines that others may use: their noise has heavier tails. */
  qElsewhere: number;
  /** Smallest effect that is ever flagged, as 1 - r. */
  delta: number;
  /** What readers call a regression, as 1 - r: separates small from full colour. */
  big: number;
  /** A change of a whole column lists single tests from this size on, as 1 - r. */
  large: number;
  /** A big change is `possible` up to this p. */
  pMaybe: number;
  /** Noise has the tails of Student's t with 4 degrees of freedom, scaled by this. */
  tailScale: number;
  /** 95% of the noise lies within this many standard errors: 0.85 × 2.776. */
  bandFactor: number;
  /** One-sided 95%, for `no change`: 0.85 × 2.132. */
  noChangeFactor: number;
  /** Weight of the prior of a test against its own A/A pairs, in pairs (N0). */
  priorWeight: number;
  /** Weight of the scale that a server starts with against its own A/A pairs, in pairs. */
  scaleWeight: number;
  /** Weight of scale 1 against the repeats of the judged columns, in cells. */
  repeatScaleWeight: number;
  /** Weight of what a table shares against the repeats of a test, in degrees of freedom. */
  repeatWeight: number;
  /** Degrees of freedom of a t by repeats, at most: the tails of benchmarks are heavy. */
  repeatFreedom: number;
  /** Repeats speak for themselves from this many degrees of freedom on a dedicated machine, ... */
  repeatLeast: number;
  /** ... and elsewhere from this many sessions on each side. */
  sessionsLeast: number;
  /** Correlation of repeats of one session where nothing tells it, ... */
  repeatCorrelation: number;
  /** ... and its weight in pairs. */
  correlationWeight: number;
  /** Indirect pairs are evidence from this weight on. */
  indirectLeast: number;
  /** Fewer differences between their repeats say nothing. */
  repeatCells: number;
  /** A/A changes beyond this many prior sigmas count as this many (WINOWN). */
  outlierCut: number;
  /** A change is sure when it is larger, by this factor, ... */
  seenFactor: number;
  /** ... than its test moved in all but this part of the A/A pairs of the same test. */
  seenPart: number;
  /** A test of two point releases that differs by so many times its usual noise changed between them. */
  stepCut: number;
  /** The tails of a machine follow from the size that this part of its A/A changes exceeds, ... */
  tailPart: number;
  /** ... against so many such changes of the assumed tails. */
  tailWeight: number;
  /** No test is steadier than this. */
  sigmaFloor: number;
  /** Scale that a server starts with, by its kind: before anything of its noise is known (KCOLD). */
  startScale: Readonly<Record<ServerKind, number>>;
  /** Without evidence of a dedicated machine a change is sure from so many times the noise of similar servers on. */
  aloneFactor: number;
  /** The common change of most tests of a column is taken off up to this (|ln|), ... */
  commonMost: number;
  /** ... of columns with this many compared tests, ... */
  commonTests: number;
  /** ... of which this many are quiet: raw p above ... */
  commonQuiet: number;
  /** ... this. */
  quietP: number;
  /** A test that the host withheld more than this of the CPU from is unclear, in percent. */
  stealMost: number;
  /** Cost of one change point, in units of z² (§4.2). */
  beta: number;
  /** §3.2: a count per operation that moved this far ... */
  supportMove: number;
  /** ... and is enough for this share of the change makes `possible` sure. */
  supportShare: number;
  /** §3.4: the whole column moved when the median over at least `columnTests` tests is beyond this. */
  columnMove: number;
  columnTests: number;
  /** Where others may use the machine, a column of this many tests that moved as far is possible at most (§3.7). */
  hostTests: number;
  /** §3.6: a change is settled when it is this many standard errors away from nothing. */
  settleFactor: number;
  /** More runs than this are not asked for. */
  settleCap: number;
  /** §2.2, the gate: this many tests ... */
  gateTests: number;
  /** ... with at least this many context switches per operation in both runs; */
  gateSwitches: number;
  /** a pair is not A/A when this part of them ... */
  gatePart: number;
  /** ... changed its switches this far. */
  gateMove: number;
}

/** Raised whenever a constant or a step changes verdicts: a frozen page names it. */
export const RULE_VERSION = 6;

export const DEFAULT_RULE: Readonly<Rule> = {
  q: 0.11,
  qElsewhere: 0.07,
  delta: 0.03,
  big: 0.05,
  large: 0.2,
  pMaybe: 0.05,
  tailScale: 0.85,
  bandFactor: 2.36,
  noChangeFactor: 1.81,
  priorWeight: 3,
  scaleWeight: 1,
  repeatScaleWeight: 5,
  repeatWeight: 2,
  repeatFreedom: 6,
  repeatLeast: 4,
  sessionsLeast: 4,
  repeatCorrelation: 0.2,
  correlationWeight: 4,
  indirectLeast: 0.5,
  repeatCells: 5,
  outlierCut: 12,
  seenFactor: 1,
  seenPart: 0.05,
  stepCut: 6,
  tailPart: 0.02,
  tailWeight: 8,
  sigmaFloor: 0.01,
  startScale: { dedicated: 2, unknown: 4, virtual: 6, shared: 6 },
  aloneFactor: 2,
  commonMost: 0.025,
  commonTests: 20,
  commonQuiet: 12,
  quietP: 0.05,
  stealMost: 2,
  beta: 16,
  supportMove: 0.1,
  supportShare: 0.75,
  columnMove: 0.025,
  columnTests: 20,
  hostTests: 5,
  settleFactor: 3.3,
  settleCap: 9,
  gateTests: 10,
  gateSwitches: 0.5,
  gatePart: 0.1,
  gateMove: 0.15,
};

/** The size of a loss of `part` on the log scale: -ln(1 - part). */
export function logLoss(part: number): number {
  return -Math.log(1 - part);
}
