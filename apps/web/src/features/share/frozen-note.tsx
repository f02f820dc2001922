import type { PermalinkCorrections } from '@basecase/db/types';
import type { LiveStatus } from '@basecase/views/document';
import { dateText, parserText } from '@basecase/views/document';
import { CorrectedSince } from '../../ui/corrections/corrected-since';

interface Props {
  /** ISO 8601. */
  createdAt: string;
  parserVersions: number[];
  /** Null for readers without access to the live view. */
  status: LiveStatus | null;
  livePath: string;
  /** Later corrections; null for readers without access to them. */
  corrections: PermalinkCorrections | null;
}

/** Names the date since which the numbers of a page are frozen. The card above compares them with the live view. */
export function FrozenNote({ createdAt, parserVersions, status, livePath, corrections }: Props) {
  return (
    <div className="frozen fine">
      <p>
        <strong>
          Frozen on <time dateTime={createdAt}>{dateText(createdAt)}</time>
        </strong>
        , {parserText(parserVersions)}
      </p>
      <p className="mid">
        {status ? null : 'The live view is for members. '}
        {status?.state === 'gone' ? null : <a href={livePath}>Open the live view</a>}
      </p>
      <CorrectedSince corrections={corrections} />
    </div>
  );
}
