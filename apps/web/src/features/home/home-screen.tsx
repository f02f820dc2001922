import type { HomeModel } from '@basecase/views/home';
import { dayText } from '@basecase/views/text';
import { Section } from '../../ui/page/section';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';
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
            <Section title="Largest improvements">
              <ChangeList changes={model.improvements} withServer />
            </Section>
          ) : null}
          <LatestRuns runs={model.runs} />
        </div>
      </div>
    </main>
  );
}

function Regressions({ columns, areRecords }: { columns: HomeModel['regressions']; areRecords: boolean }) {
  return (
    <Section
      title="Largest regressions"
      hint={
        areRecords
          ? 'beyond noise and not fixed, with the costs that changed; at most two tests per release'
          : 'from one release to the next, beyond 5%, with the costs that rose; at most two tests per release'
      }
      aside={
        areRecords ? (
          <a className="push" href="/regressions">
            All regressions
          </a>
        ) : null
      }
    >
      <div className="by-server">
        {columns.map(({ server, changes }) => (
          <div key={server}>
            <h3>{server}</h3>
            <ChangeList changes={changes} withServer={false} />
          </div>
        ))}
      </div>
    </Section>
  );
}

function Loaded({ rows, hidden }: { rows: HomeModel['loaded']; hidden: number }) {
  return (
    <Section
      title={
        <>
          What is loaded
          {hidden > 0 ? ` (${rows.length} of ${rows.length + hidden}, the newest)` : null}
        </>
      }
      hint="one heatmap per server and workload"
    >
      <ScrollTable
        label="What is loaded"
        className="data-table lately loaded-list"
        head={['Server', 'Workload', 'Products', numeric('Versions'), numeric('Tests'), 'Origin']}
      >
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.server}</th>
            <td className="loaded">
              <a href={row.href}>{row.workload}</a> <span className="dim">{row.details}</span>
              {row.report ? (
                <>
                  {' '}
                  <a href={row.report}>
                    report<span className="sr-only"> of {row.workload}</span>
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
      </ScrollTable>
    </Section>
  );
}

function LatestRuns({ runs }: { runs: HomeModel['runs'] }) {
  return (
    <Section
      title="Latest runs"
      aside={
        <a className="push" href="/runs">
          All runs
        </a>
      }
    >
      {runs.length === 0 ? (
        <p className="inset mid">Only published figures are loaded; they have no runs.</p>
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
    </Section>
  );
}
