import type { RegressionNights, RegressionPage } from '@basecase/db/types';
import { buildLabel, versionLabel } from '@basecase/ingest/model';
import { countText } from '../../text/count-text';
import { throughputWords } from '../record/throughput-words';
import { doubtsText, notMeasuredSentence, sizeText } from './night-words';

type Titled = Pick<RegressionPage, 'kind' | 'fix' | 'withdrawnAt'> & { nights: RegressionNights };

/**
 * The state of a test since a build: `is slower since 29 Aug 2026 g4eb13e8a`. Past tense if it is over, or
 * without a recent run.
 */
export function nightTitle({ kind, fix, withdrawnAt, nights }: Titled): string {
  const word = kind === 'regression' ? 'slower' : 'faster';
  const since = buildLabel(nights.firstBad);
  if (withdrawnAt !== null) return `seemed ${word} since ${since}`;
  if (fix.seen !== null) return `was ${word} from ${since} until ${versionLabel(fix.seen)}`;
  const isPossible = nights.sureness === 'possible';
  if (nights.notMeasuredSince !== null) {
    return `${isPossible ? 'may have been' : 'was'} ${word} since ${since} when last measured`;
  }
  return `${isPossible ? 'may be' : 'is'} ${word} since ${since}`;
}

/** Sentences about the nights: size, cause, doubts, last run. */
export function nightSentences(page: RegressionPage & { nights: RegressionNights }): string[] {
  const { nights, explanation, fix } = page;
  const isGone = page.withdrawnAt !== null;
  const doubts = isGone ? '' : doubtsText(nights);
  return [
    levelSentence(page),
    explanation ?? '',
    doubts === '' ? '' : `Not sure: ${doubts}.`,
    !isGone && nights.doubts.includes('newest nights') ? 'From the third night on it can be sure.' : '',
    fix.seen === null ? '' : `Back at the level before since ${versionLabel(fix.seen)}.`,
    notMeasuredSentence(nights),
  ].filter(Boolean);
}

/** `The level fell from 4 712 to 4 241 queries/s: 0.90 (0.88–0.92) over 15 nights.` */
function levelSentence(page: RegressionPage & { nights: RegressionNights }): string {
  const { nights, levelRatio, series } = page;
  const size = sizeText({ ...nights, ratio: levelRatio });
  const over = nights.nights === null ? '' : ` over ${countText(nights.nights, 'night')}`;
  const cost = series?.costs.find(({ metric }) => metric === 'throughput');
  if (!cost) return `The new level is ${size} of the one before${over}.`;
  const { unit, text } = throughputWords(page);
  const verb = levelRatio < 1 ? 'fell' : 'rose';
  return `The level ${verb} from ${text(cost.before)} to ${text(cost.after)} ${unit}: ${size}${over}.`;
}
