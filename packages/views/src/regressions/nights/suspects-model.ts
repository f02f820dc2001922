import type { RegressionNights } from '@basecase/db/types';
import { buildLabel, commitHref, shortCommit } from '@basecase/ingest/model';
import { countText } from '../../text/count-text';

/** A build of a record, and the page of its commit. */
export interface SuspectEnd {
  label: string;
  /** Null without a configured commit URL. */
  href: string | null;
}

export interface SuspectsModel {
  /** `736ae249..11a25bfa`, as git takes it; null where the commits are not known. */
  range: string | null;
  /** The same with whole hashes. */
  copyText: string | null;
  /** Page with these commits. */
  href: string | null;
  lastGood: SuspectEnd;
  firstBad: SuspectEnd;
  /** What is known of what lies between. */
  note: string;
}

/** The commits that a change may come from. */
export function suspectsModel({ firstBad, lastGood, suspects }: RegressionNights): SuspectsModel {
  const { after, upTo, href, count } = suspects;
  const isKnown = after !== null && upTo !== null;
  const end = (build: RegressionNights['firstBad']): SuspectEnd => ({
    label: buildLabel(build),
    href: build.commit === null ? null : commitHref(build.repository, build.commit),
  });
  return {
    range: isKnown ? `${shortCommit(after)}..${shortCommit(upTo)}` : null,
    copyText: isKnown ? `${after}..${upTo}` : null,
    href,
    lastGood: end(lastGood),
    firstBad: end(firstBad),
    note: [
      isKnown ? '' : 'The commits of these builds are not known.',
      count === null || count === 0
        ? ''
        : `${countText(count, 'known build')} between them ${count === 1 ? 'has' : 'have'} no value here.`,
    ]
      .filter(Boolean)
      .join(' '),
  };
}
