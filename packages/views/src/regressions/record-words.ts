import { formatFixed, formatRatio, nightLineName, type Verdict, verdictMark } from '@basecase/analysis';
import type { FixView, RegressionEntry, RegressionNights, RegressionState } from '@basecase/db/types';
import { buildLabel, versionLabel } from '@basecase/ingest/model';
import { dayText, groupDigits } from '../text/words';
import type { MethodTopic } from '../url/hrefs';
import type { ShownState } from './regressions-state';

export const STATE_LABELS: Readonly<Record<ShownState, string>> = {
  open: 'Open',
  new: 'New',
  investigating: 'Investigating',
  confirmed: 'Confirmed',
  noise: 'Noise',
  wont_fix: "Won't fix",
  fixed: 'Fixed',
  closed: 'Closed',
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
interface VerdictWords {
  word: string;
  topic: MethodTopic;
}

/**
 * The verdict of a record: its certainty first, then what else the level rests on.
 */
export function verdictWords({
  verdict,
  step,
  withdrawnAt,
  nights,
}: Pick<RegressionEntry, 'verdict' | 'step' | 'withdrawnAt' | 'nights'>): VerdictWords {
  if (withdrawnAt !== null) return { word: 'Withdrawn', topic: 'verdicts' };
  if (verdict === 'stopped working') return { word: 'Stopped working', topic: 'stopped' };
  if (nights?.judgedBy === 'series') return { word: nightWord(nights.sureness, verdict), topic: 'series' };
  if (step === 'isolated') return { word: 'Likely, one version only', topic: 'first-bad-version' };
  const { word, topic } = sureWords(verdict);
  return step === 'last' ? { word: `${word}, one run so far`, topic: 'first-bad-version' } : { word, topic };
}

/** What later nights say of a change. */
function nightWord(sureness: RegressionNights['sureness'], verdict: Verdict): string {
  switch (sureness) {
    case 'possible':
      return 'Likely';
    case 'fixed':
      return 'Fixed';
    default:
      return verdictMark(verdict) === 'small' ? 'Sure, small' : 'Sure';
  }
}

function sureWords(verdict: Verdict): VerdictWords {
  switch (verdictMark(verdict)) {
    case 'sure':
      return { word: 'Sure', topic: 'likely-real' };
    case 'small':
      return { word: 'Sure, small', topic: 'small' };
    default:
      return { word: 'Likely', topic: 'possible' };
  }
}

/** `±5.5%` of a band on the log scale; empty of a stop. */
export function bandText(band: number | null): string {
  return band === null ? '' : `±${formatFixed(band * 100, 1)}%`;
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

/** Intervals that are narrower need a digit more, or both ends read the same. */
const NARROW = 0.02;

/** `0.88–0.92`: the 95% interval of a ratio; empty of a stop. */
export function intervalText({ low, high }: Pick<RegressionNights, 'low' | 'high'>): string {
  if (low === null || high === null) return '';
  const decimals = high - low < NARROW ? 3 : 2;
  return `${formatFixed(low, decimals)}–${formatFixed(high, decimals)}`;
}

/** `0.90 (0.88–0.92)`; empty of a stop. */
export function sizeText(size: { ratio: number | null } & Pick<RegressionNights, 'low' | 'high'>): string {
  const { low, high, ratio } = size;
  if (low === null || high === null || ratio === null) return '';
  const text = high - low < NARROW ? formatFixed(ratio, 3) : formatRatio(ratio);
  return `${text} (${intervalText(size)})`;
}

/** `29 Aug 2026 g4eb13e8a` of a build, `PostgreSQL 16.10` of a release. */
export function sinceText({
  product,
  firstBad,
  nights,
}: Pick<RegressionEntry, 'product' | 'firstBad' | 'nights'>): string {
  return nights ? buildLabel(nights.firstBad) : `${product} ${firstBad.version}`;
}

/** `PostgreSQL 19devel@master` */
export function lineText({ product, line }: { product: string; line: RegressionNights['line'] }): string {
  return `${product} ${nightLineName(line)}`;
}

/** `last run 12 Nov 2026`; empty while it is measured. */
export function notMeasuredText(nights: RegressionEntry['nights']): string {
  const since = nights?.notMeasuredSince ?? null;
  return since === null ? '' : `last run ${dayText(since)}`;
}

/** The last run as a sentence; empty while the test is measured. */
export function notMeasuredSentence(nights: RegressionEntry['nights']): string {
  const since = nights?.notMeasuredSince ?? null;
  return since === null ? '' : `Last run: ${dayText(since)}.`;
}

const DOUBTS: Readonly<Record<string, string>> = {
  'second opinion': 'E-divisive does not see it',
  restless: 'many nights of this test are outliers, or jump between two states',
  family: 'one of so many tests may change as much by chance',
  drift: 'it may be a drift over many nights',
  weak: 'it exceeds the noise, and not by enough: more nights will tell',
};

/** Why a change is not sure: `it rests on the newest two nights; E-divisive does not see it`. */
export function doubtsText({ doubts, nights }: Pick<RegressionNights, 'doubts' | 'nights'>): string {
  return doubts
    .map((doubt) => {
      if (doubt !== 'newest nights') return DOUBTS[doubt] ?? doubt;
      return nights === 1 ? 'it rests on the newest night' : 'it rests on the newest two nights';
    })
    .join('; ');
}

/** How a record writes its throughput. A table that was published as ratios has no queries per second. */
export function throughputWords({ workload, test }: Pick<RegressionEntry, 'workload' | 'test'>) {
  const { unit } = test;
  if (workload.relativeTo === null) return { unit, scale: unit, heading: unit, text: numberText };
  const { base } = workload.relativeTo;
  return { unit: `of ${base}`, scale: `relative to ${base}`, heading: 'as published', text: formatRatio };
}

/** Integers in groups of three; what is under 100 keeps three digits. */
export function numberText(value: number): string {
  return value >= 100 ? groupDigits(Math.round(value)) : String(Number(value.toPrecision(3)));
}
