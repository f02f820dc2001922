/** With fewer nights noise can't be estimated: nights are compared in pairs (docs/method.md §10.1). */
export const ENOUGH_NIGHTS = 12;

/** So many nights at the end can only be possible: a level needs one more (docs/method.md §10.4). */
export const NEWEST_NIGHTS = 2;

/** The constants of the rule for series, with the sections of docs/method.md that give reasons and measurements. */
export const SERIES_RULE = {
  /** §10.2: nights before and after one whose median is the usual value there. A level has at least half of them. */
  outlierReach: 3,
  /** §10.2: an outlier is this many sigmas of the differences away from it. */
  outlierCut: 4,
  /** §10.3: in the size of a step a night counts as this many spreads at most: a broken night must not hide a step. */
  farthest: 20,
  /** §10.2: nights before and after one whose median is taken off before nights are correlated. */
  rhoReach: 7,
  /** §10.2: above it the correlation is that of a drift, and the penalty would hide every change. */
  rhoMost: 0.8,
  /** §10.2: no night is steadier than this: `sigmaFloor` of a ratio (§6), over √2 for one of its two sides. */
  sigmaFloor: 0.01 / Math.SQRT2,
  /** §10.3: cost of a change in units of z², times (1 + rho) / (1 - rho). */
  penalty: 16,
  /** §10.5: a step must fit better than a straight line by this, in units of z² times (1 + rho) / (1 - rho). */
  driftPrice: 4,
  /** §10.6: cost of a change where something other than the software changed: a change is expected there. */
  breakPenalty: 4,
  /** §10.6: there a smaller step is also a separate level: else it would be attributed to the previous change. */
  breakLeastStep: 0.01,
  /** §10.7: cost of a change that is known, and the step down to which it stays: more is asked of a new one. */
  heldPenalty: 4,
  heldLeastStep: 0.02,
  /** §10.3: a smaller step is not worth a row, as |ln|. */
  leastStep: 0.03,
  /** §10.3: a level has at least this many nights. */
  leastNights: NEWEST_NIGHTS + 1,
  /** §10.4: newest nights are possible under this p: 3.9 standard errors, about what the penalty asks of a level. */
  newestP: 0.01,
  /** §10.4: one night alone must be further away than this many sigmas: beyond what an outlier is. */
  newestAlone: 4,
  /** §10.5: a change is sure from this many standard errors of the noise around the levels on. */
  sureSize: 5.5,
  /** §10.7: one that was sure, and is fixed, stays sure down to this. */
  keptSize: 4,
  /** §10.5: correlation of nights on one machine where few nights tell it, and its weight in nights. */
  rhoUsual: 0.5,
  rhoWeight: 60,
  /** §10.5: a split of E-divisive counts when its t-test has a p under this. */
  secondP: 0.001,
  /** §10.5: E-divisive needs two nights on each side: the t-test needs a variance. */
  secondNights: 2,
  /** §10.5: it agrees with a change that is at most this many nights away from its own. */
  secondReach: 3,
  /** §10.5: a change is sure when it also is without the newest night, and without as many as this. */
  stayNights: 2,
  /** §10.5: ... at most this many nights away. */
  stayReach: 3,
  /** §10.5: nothing new is sure where a larger part of the nights are outliers, ... */
  restlessPart: 1 / 6,
  /** §10.5: ... or where nights jump between two states at least so often, ... */
  restlessJumps: 4,
  /** §10.5: ... stay this many nights on average at most, ... */
  restlessStay: 15,
  /** §10.5: ... in states this many SD apart, ... */
  restlessGap: 4,
  /** §10.5: ... with at least this part of the nights in each. */
  restlessShare: 0.1,
  /** §10.6: a change at most this many nights away from a break is that of the break. */
  breakReach: 1,
  /** §10.7: a fixed first bad night belongs to a change at most this many nights away. */
  heldReach: 10,
  /** §10.8: part of the changes of a night that may be false. The figures of §10 were measured with it. */
  q: 0.1,
  /** §10.8: a level is back when this part of the change is undone, as for releases (§4.5). */
  undone: 0.5,
  /** §10.9: a night is surely better or worse than a base up to this p, as for the newest nights. */
  sureP: 0.01,
} as const;
