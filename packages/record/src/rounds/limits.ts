import type { Round, Slice } from '../journal/parse-journal';
import type { Plan } from '../plan/plan';

/** Why a slice does not count, though it was measured: what else happened on the machine. Null where it counts. */
export function disturbanceOf(
  { steal, others }: Pick<Slice, 'steal' | 'others'>,
  { mostSteal, mostOthers }: Plan['rounds'],
): string | null {
  if (steal > mostSteal) return `stolen time was ${(steal * 100).toFixed(1)}%`;
  if (mostOthers !== undefined && others > mostOthers) return `others used ${others.toFixed(1)} CPUs`;
  return null;
}

/** A round by the limits of a plan that was changed since: they hold for what was measured before, too. */
export function withoutDisturbed(round: Round, limits: Plan['rounds']): Round {
  const disturbed = round.slices.flatMap((slice) => {
    const reason = disturbanceOf(slice, limits);
    const { at, test, variant } = slice;
    return reason === null ? [] : [{ type: 'lost' as const, at, round: round.round, test, variant, reason }];
  });
  if (disturbed.length === 0) return round;
  const slices = round.slices.filter((slice) => disturbanceOf(slice, limits) === null);
  return { ...round, slices, lost: [...round.lost, ...disturbed] };
}
