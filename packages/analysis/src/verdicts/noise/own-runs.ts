import { median } from '../../statistics/median';
import type { KnownNoise } from './noise-types';

type OwnPair = KnownNoise['pairs'][number];

/** The runs of one judged column, as its own A/A pairs tell them. */
export interface OwnRuns {
  /** Its runs; where `bySession`, its sessions. */
  units: number;
  sessions: number;
  /** Runs that are known; 1: no pair tells of others. */
  runs: number;
  /** By test, ln of each unit against the first; null: lost. A test that is lost between others has only its longest stretch. */
  logs: ReadonlyMap<string, readonly (number | null)[]>;
}

/**
 * The runs behind the A/A pairs of one column. Each pair is of a run and the run before it, so that their sums are the runs
 * themselves, up to a constant that is not noise.
 *
 * @param pairs of one variant, in the order of time
 * @param bySession the runs of one session become one: their mean
 */
export function ownRuns(pairs: readonly OwnPair[], bySession: boolean): OwnRuns {
  const session = [0];
  for (const { withinSession = false } of pairs)
    session.push((session.at(-1) ?? 0) + (withinSession ? 0 : 1));
  const sessions = (session.at(-1) ?? 0) + 1;
  const steps = new Map<string, (number | null)[]>();
  for (const [at, { changes }] of pairs.entries()) {
    for (const { test, x } of changes) {
      const own = steps.get(test) ?? pairs.map(() => null);
      own[at] = x;
      steps.set(test, own);
    }
  }
  const logs = new Map<string, readonly (number | null)[]>();
  for (const [test, own] of steps) {
    const runs = longestStretch(own);
    logs.set(test, bySession ? meanBySession(runs, session) : runs);
  }
  return { units: bySession ? sessions : session.length, sessions, runs: session.length, logs };
}

function longestStretch(steps: readonly (number | null)[]): (number | null)[] {
  let [best, start, length] = [0, 0, 0];
  for (let at = 0; at <= steps.length; at++) {
    if (at < steps.length && steps[at] !== null) continue;
    if (at - start > length) [best, length] = [start, at - start];
    start = at + 1;
  }
  const runs: (number | null)[] = Array.from({ length: steps.length + 1 }, () => null);
  runs[best] = 0;
  for (let at = best; at < best + length; at++) runs[at + 1] = (runs[at] ?? 0) + (steps[at] ?? 0);
  return runs;
}

function meanBySession(runs: readonly (number | null)[], session: readonly number[]): (number | null)[] {
  const sums = Array.from({ length: (session.at(-1) ?? 0) + 1 }, () => ({ sum: 0, count: 0 }));
  for (const [at, log] of runs.entries()) {
    const own = sums[session[at] ?? 0];
    if (log === null || !own) continue;
    own.sum += log;
    own.count += 1;
  }
  return sums.map(({ sum, count }) => (count === 0 ? null : sum / count));
}

/** Frees each run of how far it moved against the other runs of its column: the median over its tests. */
export function centreRuns(runs: OwnRuns, leastTests: number): OwnRuns {
  const whole = [...runs.logs].filter(([, logs]) => logs.every((log) => log !== null));
  if (whole.length < leastTests) return runs;
  const profile = new Map(whole.map(([test, logs]) => [test, median(known(logs)) ?? 0]));
  const moves = Array.from(
    { length: runs.units },
    (_, unit) => median(whole.map(([test, logs]) => (logs[unit] ?? 0) - (profile.get(test) ?? 0))) ?? 0,
  );
  const logs = new Map(
    [...runs.logs].map(([test, own]) => [
      test,
      own.map((log, unit) => (log === null ? null : log - (moves[unit] ?? 0))),
    ]),
  );
  return { ...runs, logs };
}

export function known(logs: readonly (number | null)[]): number[] {
  return logs.filter((log) => log !== null);
}
