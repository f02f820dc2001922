import type { suspectList } from '@basecase/views/regressions';
import { safeHref } from '../../ui/markdown/safe-href';

/** The commits that a change may come from, the newest first; nothing where they are not known. */
export function SuspectList({ list: { rows, more } }: { list: ReturnType<typeof suspectList> }) {
  if (rows.length === 0) return null;
  return (
    <ul className="suspects">
      {rows.map(({ hash, short, href, subject, author }) => {
        const page = href === null ? null : safeHref(href);
        return (
          <li key={hash}>
            {page === null ? (
              <code>{short}</code>
            ) : (
              <a href={page} rel="noopener noreferrer">
                <code>{short}</code>
              </a>
            )}{' '}
            <bdi>{subject}</bdi> <bdi className="dim">{author}</bdi>
          </li>
        );
      })}
      {more ? <li className="mid">{more}</li> : null}
    </ul>
  );
}
