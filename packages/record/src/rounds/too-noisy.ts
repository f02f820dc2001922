import { LEAST_ROUNDS, roundsNeeded } from '@basecase/analysis';
import type { Plan } from '../plan/plan';

/** What people call a change that matters; a machine that can't tell it from none is too noisy. */
const BIG = 0.05;

/** The limits of the machine, with alternatives. */
export interface TooNoisy {
  /** Half width that was wanted, or 5% if that is wider. */
  half: number;
  rounds: number;
}

/** @returns null when what was asked for, or ± 5%, takes no more rounds than the plan allows */
export function tooNoisy({
  plan,
  sameTwice,
}: {
  plan: Plan;
  /** SD of ln(same / same) of one round; null when nothing could be measured. */
  sameTwice: { sd: number } | null;
}): TooNoisy | null {
  if (!sameTwice) return null;
  const half = Math.max(BIG, plan.rounds.resolution);
  const rounds = roundsNeeded(sameTwice.sd, half);
  return rounds > Math.max(LEAST_ROUNDS, plan.rounds.most) ? { half, rounds } : null;
}
