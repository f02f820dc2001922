import { headers } from 'next/headers';
import { missingOf } from '../server/pages/missing-of';
import { ForgetHeatmap } from '../ui/page/remember-heatmap';
import { TopBar } from '../ui/page/top-bar';

/** Another server's numbers would be taken for those of the address: it names the nearest, and shows none. */
export default async function NotFound() {
  const missing = await missingOf((await headers()).get('x-address') ?? '/');
  return (
    <>
      <TopBar current={null} />
      <main id="main" className="empty anywhere">
        <h1>{missing ? `No such ${missing.noun}` : 'Page not found'}</h1>
        {missing ? (
          <p>
            There is no {missing.noun} <b>{missing.name}</b> here.
            {missing.nearest.length > 0 ? ' Nearest:' : null}
          </p>
        ) : (
          <p>This page does not exist here. It may be in another database, or the link may be incomplete.</p>
        )}
        {missing && missing.nearest.length > 0 ? (
          <ul>
            {missing.nearest.map(({ name, href }) => (
              <li key={href}>
                <a href={href}>{name}</a>
              </li>
            ))}
          </ul>
        ) : null}
        <p>
          <a href="/">See what is loaded</a>, <a href="/servers">all servers</a> or{' '}
          <a href="/search">search</a>.
        </p>
        <ForgetHeatmap />
      </main>
    </>
  );
}
