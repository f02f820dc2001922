import type { NoiseAtlasEntry } from '@basecase/db/types';
import { methodHref } from '../../lib/method-href';
import { atlasSentence, prepareAtlas } from './prepare-atlas';

/** How much tests move when nothing changed: all servers and workloads. */
export function AtlasScreen({ entries }: { entries: NoiseAtlasEntry[] }) {
  const sentence = atlasSentence(entries);
  return (
    <main id="main" className="page noise">
      <div className="page-head">
        <div>
          <h1>Noise</h1>
          <p>
            <strong>{sentence.strong}</strong>
            {sentence.rest} <a href={methodHref('noise')}>How noise is measured</a>
          </p>
        </div>
      </div>
      {entries.length === 0 ? <Nothing /> : <AtlasTable entries={entries} />}
    </main>
  );
}

function Nothing() {
  return (
    <p className="sec in mid">
      No run is stored yet. Noise is known from runs of what should be the same: one version run twice, or two
      point releases. <a href="/upload">Upload some</a>
    </p>
  );
}

function AtlasTable({ entries }: { entries: NoiseAtlasEntry[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className="sec scroll-x" tabIndex={0} aria-label="Servers and workloads">
      <table className="tbl atlas">
        <thead>
          <tr>
            <th scope="col">Server</th>
            <th scope="col">Workload</th>
            <th scope="col" className="num">
              A/A pairs
            </th>
            <th scope="col" className="num">
              Refused
            </th>
            <th scope="col" className="num">
              Noise σ, median
            </th>
            <th scope="col" className="num">
              One run shows
            </th>
            <th scope="col">Noisiest test, one run shows</th>
          </tr>
        </thead>
        <tbody>
          {prepareAtlas(entries).map((row) => (
            <tr key={row.href}>
              <th scope="row">
                {row.server} <span className="dim">{row.serverName}</span>
              </th>
              <td>
                <a href={row.href}>{row.workload}</a> <span className="dim">{row.details}</span>
              </td>
              <td className="num">{row.pairs}</td>
              <td className="num">{row.refused}</td>
              <td className="num">
                {row.isCalibrated ? row.sigma : <a href={methodHref('not-calibrated')}>{row.sigma}</a>}
              </td>
              <td className="num">
                <strong>{row.visible}</strong>
              </td>
              <td>{row.worst}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
