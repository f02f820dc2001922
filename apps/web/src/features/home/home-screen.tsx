import type { HomeModel } from '@basecase/views/home';
import { dayText } from '@basecase/views/text';
import { ChangeList } from './change-list';
import { Releases } from './releases';
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
