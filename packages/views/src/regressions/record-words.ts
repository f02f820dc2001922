import { NO_VALUE, type ReasonClass, toPrintfFixed, type Verdict, verdictMark } from '@basecase/analysis';
import type { FixView, RegressionEntry, RegressionNights, RegressionState } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import type { MethodTopic } from '../url/method-href';
import type { ShownState } from './regressions-state';

export const STATE_LABELS: Readonly<Record<ShownState, string>> = {
  open: 'Open',
  new: 'New',
  investigating: 'Investigating',
  confirmed: 'Confirmed',
  noise: 'Noise',
  wont_fix: "Won't fix",
  fixed: 'Fixed',
  withdrawn: 'Withdrawn',
  all: 'All',
};

/** What can be decided of a record, and the key for it. */
export const DECISIONS: readonly { state: RegressionState; key: string | null; label: string }[] = [
  { state: 'confirmed', key: 'c', label: 'Confirm' },
  { state: 'investigating', key: 'i', label: 'Investigating' },
  { state: 'noise', key: 'n', label: 'Noise' },
  { state: 'wont_fix', key: 'w', label: "Won't fix" },
  { state: 'new', key: null, label: 'Back to new' },
];

/** A verdict for the reader of a record, with the section that explains it. */
export interface VerdictWords {
  word: string;
  topic: MethodTopic;
}

/**
 * The verdict of a record. The certainty of the numbers is first; a level that rests on one run is not confirmed,
 * however far it moved.
 */
export function verdictWords({
  verdict,
  step,
  withdrawnAt,
  nights,
}: Pick<RegressionEntry, 'verdict' | 'step' | 'withdrawnAt' | 'nights'>): VerdictWords {
  if (withdrawnAt !== null) return { word: 'Withdrawn', topic: 'verdicts' };
  if (nights?.judgedBy === 'series') return { word: nightWord(nights.sureness, verdict), topic: 'series' };
  if (step === 'isolated') return { word: 'Possible, one run only', topic: 'first-bad-version' };
  const { word, topic } = sureWords(verdict);
  return step === 'last' ? { word: `${word}, not confirmed`, topic: 'first-bad-version' } : { word, topic };
}

/** What later nights say of a change. */
function nightWord(sureness: RegressionNights['sureness'], verdict: Verdict): string {
  switch (sureness) {
    case 'possible':
      return 'Possible';
    case 'fixed':
      return 'Fixed';
    default:
      return verdictMark(verdict) === 'small' ? 'Sure, small' : 'Sure';
  }
}

function sureWords(verdict: Verdict): VerdictWords {
  switch (verdictMark(verdict)) {
    case 'sure':
      return { word: 'Likely real', topic: 'likely-real' };
    case 'small':
      return { word: 'Likely real, small', topic: 'small' };
    default:
      return { word: 'Possible', topic: 'possible' };
  }
}

/** `±5.5%` of a band on the log scale. */
export function bandText(band: number): string {
  return `±${toPrintfFixed(band * 100, 1)}%`;
}

const REASONS: Readonly<Record<ReasonClass, [more: string, less: string]>> = {
  CPU: ['more CPU per operation', 'less CPU per operation'],
  'CPU+IO': ['more CPU and IO per operation', 'less CPU and IO per operation'],
  'CPU+cs': [
    'more CPU and context switches per operation',
    'less CPU and fewer context switches per operation',
  ],
  IO: ['more IO per operation', 'less IO per operation'],
  cs: ['more context switches per operation', 'fewer context switches per operation'],
  'waits differently': ['not in these metrics', 'not in these metrics'],
  'no metrics': ['no hardware metrics', 'no hardware metrics'],
};

/** A class of reasons in words. */
export function reasonText(reason: ReasonClass, direction: 'slower' | 'faster'): string {
  return REASONS[reason][direction === 'slower' ? 0 : 1];
}

const AFTER_HEAD = /^\d+% (?:slower|faster); /;
const LAST_SENTENCE = / Shares overlap: each is what that metric alone could account for\./;

/** The explanation for one line of a list, without size and footnote. */
export function shortExplanation(explanation: string | null): string {
  if (explanation === null) return NO_VALUE;
  return explanation.replace(AFTER_HEAD, '').replace(LAST_SENTENCE, '').replace(/\.$/, '');
}

/** The fix in words; empty without one. */
export function fixText({ status, ...fix }: FixView): string {
  const claimed = fix.claimed && versionLabel(fix.claimed);
  const seen = fix.seen && versionLabel(fix.seen);
  switch (status) {
    case 'none':
      return '';
    case 'claimed':
      return `reported fixed in ${claimed ?? seen}, not measured yet`;
    case 'verified':
      return `fixed in ${seen ?? claimed}, confirmed by the data`;
    case 'still there':
      return `reported fixed in ${claimed}, but the data still show it`;
  }
}
