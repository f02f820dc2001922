import type { Verdict } from '@basecase/analysis';

/** Places of the page that explains the method: what words on other pages link to. */
export const METHOD_TOPICS = [
  'noise',
  'not-calibrated',
  'band',
  'verdicts',
  'likely-real',
  'small',
  'possible',
  'no-change',
  'unclear',
  'missing',
  'more-runs',
  'first-bad-version',
  'explanation',
  'suspected-cause',
  'series',
  'other-differences',
  'error-rates',
  'limits',
  'words',
] as const;

export type MethodTopic = (typeof METHOD_TOPICS)[number];

export function methodHref(topic: MethodTopic): string {
  return `/method#${topic}`;
}

const TOPIC_OF: Readonly<Record<Verdict, MethodTopic>> = {
  regression: 'likely-real',
  improvement: 'likely-real',
  'small regression': 'small',
  'small improvement': 'small',
  'possible regression': 'possible',
  'possible improvement': 'possible',
  'no change': 'no-change',
  unclear: 'unclear',
  missing: 'missing',
};

/** Where a verdict is explained. */
export function verdictTopic(verdict: Verdict): MethodTopic {
  return TOPIC_OF[verdict];
}
