import { notFoundProblems } from '../../server/pages/load-compare';
import { serverCaller } from '../../server/root';
import { ForgetHeatmap } from '../../ui/page/remember-heatmap';
import { TopBar } from '../../ui/page/top-bar';

/** The address names a server that is not there: another one's numbers would be taken for its own. */
export default async function ServerNotFound() {
  const entries = await serverCaller().compare.choices();
  const servers = new Map(entries.map(({ server }) => [server.slug, server.name]));
  const problem = notFoundProblems().find(({ parameter }) => parameter === 'server');
  const nearest = (problem?.known ?? [...servers.keys()]).slice(0, SHOWN);
  const more = servers.size - nearest.length;
  return (
    <>
      <TopBar current="compare" />
      <main id="main" className="empty">
        <h1>No such server</h1>
        <p>
          {problem?.message ?? 'The server in the address has no runs here.'} The nearest names that have
          runs:
        </p>
        <ul>
          {nearest.map((slug) => (
            <li key={slug}>
              <a href={`/compare?server=${encodeURIComponent(slug)}`}>{servers.get(slug) ?? slug}</a>
            </li>
          ))}
        </ul>
        <p>
          <a href="/servers">{more > 0 ? `All servers: ${more} more` : 'All servers'}</a>
        </p>
        <ForgetHeatmap />
      </main>
    </>
  );
}

/** More names are found on the list of servers. */
const SHOWN = 8;
