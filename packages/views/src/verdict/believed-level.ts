import { type Level, MISSING, NEUTRAL, type Verdict, verdictLevel } from '@basecase/analysis';

/** Believed changes are tinted from here on: smaller ones are never flagged. */
const SMALLEST = 0.97;

/** Fill of a ratio with its verdict: only what is believed is tinted. */
export function believedLevel(ratio: number | null, verdict: Verdict): Level {
  if (ratio === null || verdict === 'missing') return MISSING;
  const isBelieved = /^(small )?(regression|improvement)$/.test(verdict);
  return isBelieved ? verdictLevel(ratio, 'higher-is-better', SMALLEST) : NEUTRAL;
}
