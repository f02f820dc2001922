import type { LoadedSeries } from '@basecase/views/series';
import { noSeriesLinks } from '@basecase/views/series';

/** There is no such line, no such test, or no night at all: what there is instead. */
export function NoSeries({ loaded }: { loaded: LoadedSeries }) {
  const links = noSeriesLinks(loaded);
  if (links.length === 0) {
    return (
      <div className="empty">
        <h1>No nights here</h1>
        <p>
          Nights are versions with a commit or a date: what was built between two releases, every night or
          with every commit. Add <code>basecase.json</code> to the folder of the logs:
        </p>
        <pre>{`{ "basecase": 1, "version": "19devel",
  "build": { "commit": "4eb13e8a…", "branch": "master", "committedAt": "2026-08-29T02:10:00Z" } }`}</pre>
        <p>
          <a href="/upload">Upload results</a>, or see <a href="/trends">trends over releases</a>.
        </p>
      </div>
    );
  }
  return (
    <div className="empty">
      <h1>No such nights</h1>
      <p>
        This address has no nights, which are versions with a commit or a date, as a CI builds them. Nights
        exist here:
      </p>
      <ul>
        {links.map(({ href, text, note }) => (
          <li key={href}>
            <a href={href}>{text}</a> <span className="dim">{note}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
