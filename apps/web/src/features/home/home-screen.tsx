import type { Level } from '@basecase/analysis';
import { Tile } from '../../components/tile';
import { dayText } from '../../lib/time-text';
import { ChangeList } from './change-list';
import { markOf } from './format-change';
import type { ReleaseRow } from './prepare-changes';
import type { HomeModel } from './prepare-home';
import { SavedViewsList } from './saved-views-list';

/** What is loaded, what changed, what came last. All of it is links into the compare page. */
export function HomeScreen({ model }: { model: HomeModel }) {
  return (
    <main id="main" className="page">
      <div className="page-head">
        <h1>What changed</h1>
        <p>
          <strong>{model.sentence.strong}</strong>
          {model.sentence.rest}
        </p>
      </div>
      <div className="cols home">
        <div className="stack">
          {model.releases.length > 0 ? (
            <Releases releases={model.releases} hidden={model.hiddenReleases} />
          ) : null}
          {model.regressions.length > 0 ? (
            <Regressions columns={model.regressions} areRecords={model.areRecords} />
          ) : null}
          <Loaded rows={model.loaded} hidden={model.hiddenHeatmaps} />
        </div>
        <div className="stack">
          <SavedViewsList />
          {model.improvements.length > 0 ? (
            <section className="sec">
              <header>
                <h2>Largest improvements</h2>
              </header>
              <ChangeList changes={model.improvements} withServer />
            </section>
          ) : null}
          <LatestRuns runs={model.runs} />
        </div>
      </div>
    </main>
  );
}

function Releases({ releases, hidden }: { releases: ReleaseRow[]; hidden: number }) {
  return (
    <section className="sec">
      <header>
        <h2>
          Latest releases
          {hidden > 0 ? ` (${releases.length} of ${releases.length + hidden})` : null}
        </h2>
        <span className="dim">
          against the release before; one bar per test, in heatmap order: below the line slower, above it
          faster
        </span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section className="scroll-x" tabIndex={0} aria-label="Latest releases">
        <table className="tbl lately releases">
          <thead>
            <tr>
              <th scope="col">Release</th>
              <th scope="col">Server</th>
              <th scope="col">Workload</th>
              <th scope="col">Tests</th>
              <th scope="col" className="num">
                Slower
              </th>
              <th scope="col" className="num">
                Faster
              </th>
              <th scope="col">Largest drop</th>
              <th scope="col" className="num">
                Ratio
              </th>
            </tr>
          </thead>
          <tbody>
            {releases.map((release) => (
              <tr key={`${release.key} ${release.href}`}>
                <th scope="row">
                  <a href={release.href}>
                    <strong>{release.release}</strong>
                  </a>{' '}
                  <span className="dim">against {release.against}</span>
                </th>
                <td className="server">{release.server}</td>
                <td className="mid workload" title={release.workload}>
                  {release.workload}
                </td>
                <td className="strip">
                  <Strip release={release} />
                </td>
                <td className="num slower">
                  <span className={release.slower > 0 ? 'bad mk dn' : 'dim'}>{release.slower}</span>
                </td>
                <td className="num faster">
                  <span className={release.faster > 0 ? 'good mk up' : 'dim'}>{release.faster}</span>
                </td>
                <td className="drop">
                  {release.largestDrop?.test} <span className="dim">{release.largestDrop?.range}</span>
                </td>
                <td className="num ratio">
                  {release.largestDrop ? (
                    <Tile
                      text={release.largestDrop.text}
                      level={release.largestDrop.level}
                      direction={markOf(release.largestDrop.level)}
                    />
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** One bar per test: position and colour say the same. */
function Strip({ release }: { release: ReleaseRow }) {
  const bars = release.strip.flatMap((levels, index): (Level | 'gap')[] =>
    index === 0 ? levels : ['gap', ...levels],
  );
  return (
    <span
      className="code"
      role="img"
      aria-label={`${release.slower} of ${release.tests} tests slower, ${release.faster} faster`}
    >
      {bars.map((bar, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are positions.
        <i key={index} className={bar} />
      ))}
    </span>
  );
}

function Regressions({ columns, areRecords }: { columns: HomeModel['regressions']; areRecords: boolean }) {
  return (
    <section className="sec">
      <header>
        <h2>Largest regressions</h2>
        <span className="dim">
          {areRecords
            ? 'beyond noise and still there; what moved with them; at most two tests per release'
            : 'one release to the next, beyond 5%; the costs that rose; at most two tests per release'}
        </span>
        {areRecords ? (
          <a className="push" href="/regressions">
            All regressions
          </a>
        ) : null}
      </header>
      <div className="by-server">
        {columns.map(({ server, changes }) => (
          <div key={server}>
            <h3>{server}</h3>
            <ChangeList changes={changes} withServer={false} />
          </div>
        ))}
      </div>
    </section>
  );
}

function Loaded({ rows, hidden }: { rows: HomeModel['loaded']; hidden: number }) {
  return (
    <section className="sec">
      <header>
        <h2>
          What is loaded
          {hidden > 0 ? ` (${rows.length} of ${rows.length + hidden}, the newest)` : null}
        </h2>
        <span className="dim">one heatmap per server and workload</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section className="scroll-x" tabIndex={0} aria-label="What is loaded">
        <table className="tbl lately loaded-list">
          <thead>
            <tr>
              <th scope="col">Server</th>
              <th scope="col">Workload</th>
              <th scope="col">Products</th>
              <th scope="col" className="num">
                Versions
              </th>
              <th scope="col" className="num">
                Tests
              </th>
              <th scope="col">Origin</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.server}</th>
                <td className="loaded">
                  <a href={row.href}>{row.workload}</a> <span className="dim">{row.details}</span>
                  {row.report ? (
                    <>
                      {' '}
                      <a href={row.report}>
                        report<span className="sr"> of {row.workload}</span>
                      </a>
                    </>
                  ) : null}
                </td>
                <td>{row.products}</td>
                <td className="num">{row.columns}</td>
                <td className="num">{row.tests}</td>
                <td className="mid origin">{row.origin}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function LatestRuns({ runs }: { runs: HomeModel['runs'] }) {
  return (
    <section className="sec">
      <header>
        <h2>Latest runs</h2>
        <a className="push" href="/runs">
          All runs
        </a>
      </header>
      {runs.length === 0 ? (
        <p className="in mid">Only published figures are loaded; they have no runs.</p>
      ) : (
        <ul className="list">
          {runs.map((run) => (
            <li key={run.id}>
              <span>
                <a href={run.href}>{run.name}</a>
                <small>{run.words}</small>
              </span>
              <time className="dim nowrap" dateTime={run.date}>
                {dayText(run.date)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
