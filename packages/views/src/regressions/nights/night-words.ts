import { formatRatio, nightLineName, toPrintfFixed } from '@basecase/analysis';
import type { RegressionEntry, RegressionNights } from '@basecase/db/types';
import { buildLabel } from '@basecase/ingest/model';
import { dayText } from '../../text/time-text';

/** Intervals that are narrower need a digit more, or both ends read the same. */
const NARROW = 0.02;

/** `0.88–0.92`: the 95% interval of a ratio. */
export function intervalText({ low, high }: Pick<RegressionNights, 'low' | 'high'>): string {
  const decimals = high - low < NARROW ? 3 : 2;
  return `${toPrintfFixed(low, decimals)}–${toPrintfFixed(high, decimals)}`;
}

/** `0.90 (0.88–0.92)` */
export function sizeText(size: { ratio: number } & Pick<RegressionNights, 'low' | 'high'>): string {
  const { low, high, ratio } = size;
  const text = high - low < NARROW ? toPrintfFixed(ratio, 3) : formatRatio(ratio);
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

/** `not measured since 12 Nov 2026`; empty while it is measured. */
export function notMeasuredText(nights: RegressionEntry['nights']): string {
  const since = nights?.notMeasuredSince ?? null;
  return since === null ? '' : `not measured since ${dayText(since)}`;
}

/** The last run as a sentence; empty while the test is measured. */
export function notMeasuredSentence(nights: RegressionEntry['nights']): string {
  const since = nights?.notMeasuredSince ?? null;
  return since === null ? '' : `Last run: ${dayText(since)}.`;
}

const DOUBTS: Readonly<Record<string, string>> = {
  'second opinion': 'E-divisive does not see it',
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
