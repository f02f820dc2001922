import { DEFAULT_RULE, logLoss, type Rule } from '../rule';
import { findSegments, type LevelSeries, type Segment } from './segments';

/**
 * - step: a new level
 * - last: the new level rests on one run at the end, not confirmed yet
 * - isolated: one run leaves the level and the next level undoes at least half of it: a bad run, or fixed in `back`
 */
export type StepKind = 'step' | 'last' | 'isolated';

export interface VersionStep {
  /** Index of the first version of the new level: the first bad one when it is slower. */
  at: number;
  /** New level / level before. */
  ratio: number;
  kind: StepKind;
  /** Runs that the level before rests on. */
  runsBefore: number;
  /** Runs that the new level rests on. */
  runsAfter: number;
  /** Of an isolated step: index of the version that undoes it; null otherwise. */
  back: number | null;
}

/** The level that the next segment is compared with. */
type Level = Pick<Segment, 'level' | 'runs'>;

/**
 * Steps between the levels of a series (docs/method.md §4.3). When what follows an isolated run differs from the level before
 * it by more than max(3%, √16 × s × √((1/nb + 1/nn) / 2)), that is a step at the next version too. No correction
 * for many tests: expect 0.4 false steps per 33 tests of 7 versions.
 */
export function findVersionSteps(series: LevelSeries, rule: Rule = DEFAULT_RULE): VersionStep[] {
  const segments = findSegments(series, rule);
  const steps: VersionStep[] = [];
  let before: Level = { level: 0, runs: 0 };
  for (let index = 0; index < segments.length; index++) {
    const [segment, next] = segments.slice(index, index + 2);
    if (!segment) break;
    if (index > 0 && next && isIsolated(before, segment, next)) {
      steps.push({ ...stepTo(segment, before), kind: 'isolated', back: next.start });
      if (isNewLevel(before, next, { sigma: series.sigma, rule }))
        steps.push(stepAfterIsolated(next, before));
      before = next;
      index += 1;
      continue;
    }
    const isLast = !next && segment.runs < 2;
    if (index > 0) steps.push({ ...stepTo(segment, before), kind: isLast ? 'last' : 'step' });
    before = segment;
  }
  return steps;
}

function stepTo(segment: Segment, before: Level): Omit<VersionStep, 'kind'> {
  return {
    at: segment.start,
    ratio: Math.exp(segment.level - before.level),
    runsBefore: before.runs,
    runsAfter: segment.runs,
    back: null,
  };
}

/** As the reference has it: `last` whenever the level rests on one run, also if other levels follow. */
function stepAfterIsolated(next: Segment, before: Level): VersionStep {
  return { ...stepTo(next, before), kind: next.runs < 2 ? 'last' : 'step' };
}

function isIsolated(before: Level, segment: Segment, next: Segment): boolean {
  return segment.runs < 2 && (next.level - segment.level) / (before.level - segment.level) >= 0.5;
}

function isNewLevel(before: Level, next: Segment, { sigma, rule }: { sigma: number; rule: Rule }): boolean {
  const noise = Math.sqrt(rule.beta) * sigma * Math.sqrt((1 / before.runs + 1 / next.runs) / 2);
  return Math.abs(next.level - before.level) > Math.max(logLoss(rule.delta), noise);
}

/** A step of another workload or server. `version` as shown: indexes differ from series to series. */
export interface StepElsewhere {
  version: string;
  ratio: number;
}

/**
 * An isolated change is believed when another workload or server has a step or isolated change of the same sign at the
 * same version (docs/method.md §4.3).
 */
export function isConfirmedElsewhere(isolated: StepElsewhere, others: readonly StepElsewhere[]): boolean {
  return others.some(
    ({ version, ratio }) => version === isolated.version && (ratio - 1) * (isolated.ratio - 1) > 0,
  );
}
