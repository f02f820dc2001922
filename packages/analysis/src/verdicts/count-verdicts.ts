import type { Verdict } from './verdict';

/** Number of cells per verdict, 0 included. */
export function countVerdicts(cells: readonly { verdict: Verdict }[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = {
    'stopped working': 0,
    regression: 0,
    'small regression': 0,
    'possible regression': 0,
    improvement: 0,
    'small improvement': 0,
    'possible improvement': 0,
    'no change': 0,
    unclear: 0,
    missing: 0,
  };
  for (const { verdict } of cells) counts[verdict] += 1;
  return counts;
}
