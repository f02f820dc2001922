import { serverCaller } from '../../server/root';
import { ForgetHeatmap } from '../../ui/page/remember-heatmap';
import { TopBar } from '../../ui/page/top-bar';

/** The address names a server that is not there: another one's numbers would be taken for its own. */
export default async function ServerNotFound() {
  const entries = await serverCaller().compare.choices();
  const servers = new Map(entries.map(({ server }) => [server.slug, server.name]));
  return (
    <>
      <TopBar current="compare" />
      <main id="main" className="empty">
        <h1>No such server</h1>
        <p>The server in the address has no runs here. These have:</p>
        <ul>
          {[...servers].map(([slug, name]) => (
            <li key={slug}>
              <a href={`/compare?server=${encodeURIComponent(slug)}`}>{name}</a>
            </li>
          ))}
        </ul>
        <ForgetHeatmap />
      </main>
    </>
  );
}
