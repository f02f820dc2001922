import { formatFixed } from '@basecase/analysis';
import type { RecordEvent } from '../rounds/record-event';
import { findingOf } from './marks';
import { duration, ratio } from './numbers';
import { noteOf, type ProgressView } from './progress-view';

/**
 * One event as lines without control characters and marks, for log files.
 *
 * @param view after the event
 * @returns none for what happens every few seconds
 */
export function linesOfEvent(event: RecordEvent, view: ProgressView): string[] {
  switch (event.type) {
    case 'step':
      return [event.text];
    case 'round-begins': {
      const left = view.secondsLeft === null ? '' : `, ${duration(view.secondsLeft)} left`;
      return [`round ${event.round} of about ${view.aboutRounds}${left}`];
    }
    case 'begins':
      return [`recording ${event.id}, seed ${event.plan.seed}`];
    case 'rounds':
      return event.compared.flatMap((one) => {
        const { test, variant, estimate, half, isKnown, rounds } = one;
        if (!estimate || half === null) return [];
        const name = view.variants.length > 2 ? `${test} ${variant}` : test;
        const finding = findingOf(one);
        const word = ['same', 'unclear', 'unknown'].includes(finding) ? '' : ` ${finding}`;
        return [
          `${name} ${ratio(estimate.x)} +-${formatFixed(half * 100, 1)}% ${isKnown ? 'known' : `${rounds} rounds`}${word}`,
        ];
      });
    default:
      return noteOf(event) ? [noteOf(event)?.join(': ') ?? ''] : [];
  }
}
