import type { PermalinkCorrections } from '@basecase/db/types';
import { dayText, joinNames } from '@basecase/views/text';
import { CorrectedSince } from '../../../ui/corrections/corrected-since';

interface Props {
  /** ISO 8601. */
  createdAt: string;
  parserVersions: readonly number[];
  ruleVersion: number;
  /** Null if the visitor may not see the record. */
  live: 'same' | 'differs' | 'gone' | null;
  livePath: string;
  /** Later corrections; null if the visitor may not see them. */
  corrections: PermalinkCorrections | null;
}

const LIVE = {
  same: 'The record still has these numbers.',
  differs: 'Newer data exists: the record has different numbers now.',
  gone: 'The data no longer show this change: these numbers exist only here.',
} as const;

/** Says that the numbers of a page are frozen, by what they were made, and what the record has now. */
export function FrozenNote({ createdAt, parserVersions, ruleVersion, live, livePath, corrections }: Props) {
  const parsers = joinNames(parserVersions.map(String)) || 'unknown';
  return (
    <div className="frozen-record fine">
      <p>
        <strong>
          Frozen on <time dateTime={createdAt}>{dayText(createdAt)}</time>
        </strong>
        , parser version{parserVersions.length > 1 ? 's' : ''} {parsers}, rule version {ruleVersion}
      </p>
      <p className="mid">
        {live ? LIVE[live] : 'The record is for members.'} <a href={livePath}>Open the record</a>
      </p>
      <CorrectedSince corrections={corrections} />
    </div>
  );
}
