import type { RunFacets, RunListPage, RunView } from '@basecase/db/types';
import { benchmarkModel } from '@basecase/ingest/model';
import { compareHref } from '@basecase/views/compare';
import { type RunsState, runsHref } from '@basecase/views/runs';
import { countText, dayText, groupDigits, serverClass, shortWorkloadLabel } from '@basecase/views/text';
import { FilterBar } from '../../ui/form/filter-bar';
import { SelectField } from '../../ui/form/select-field';
import { Pager } from '../../ui/page/pager';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';

interface Props {
  page: RunListPage;
  facets: RunFacets;
  state: RunsState;
}

/** All runs, the newest first. */
export function RunsList({ page, facets, state }: Props) {
  const isFiltered = [state.q, state.product, state.server, state.benchmark].some(Boolean);
  return (
    <main id="main" className="page">
      <div className="page-head">
        <h1>Runs</h1>
        <p>
          <strong>{countText(page.total, 'run')}</strong>
          {isFiltered ? ' match' : ' stored'}, newest first.
        </p>
      </div>
      <FilterForm facets={facets} state={state} isFiltered={isFiltered} />
      <section className="page-section" aria-label="Runs">
        {page.runs.length === 0 ? <Nothing isFiltered={isFiltered} /> : <Choice runs={page.runs} />}
      </section>
      <Pager
        back={state.before ? { href: runsHref({ ...state, before: '' }), words: 'Newest' } : null}
        next={page.next ? { href: runsHref({ ...state, before: page.next }), words: 'Older' } : null}
      />
    </main>
  );
}

function FilterForm({ facets, state, isFiltered }: Omit<Props, 'page'> & { isFiltered: boolean }) {
  return (
    <FilterBar
      action="/runs"
      label="Filter runs"
      search={{ value: state.q, placeholder: '9.5.0 z12a -pn53' }}
      allHref={isFiltered ? '/runs' : null}
    >
      <SelectField
        label="Product"
        name="product"
        none="all"
        defaultValue={state.product}
        options={facets.products}
      />
      <SelectField
        label="Server"
        name="server"
        none="all"
        defaultValue={state.server}
        options={facets.servers.map((server) => ({ value: server.slug, text: serverText(server) }))}
      />
      <SelectField
        label="Benchmark"
        name="benchmark"
        none="all"
        defaultValue={state.benchmark}
        options={facets.benchmarks.map((id) => ({ value: id, text: benchmarkModel(id).name }))}
      />
    </FilterBar>
  );
}

function serverText(server: { name: string; cores: number | null }): string {
  const own = serverClass(server);
  return own === server.name ? own : `${own}, ${server.name}`;
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <p className="inset mid">
        No run matches. <a href="/runs">Show all</a>
      </p>
    );
  }
  return (
    <p className="inset mid">
      No run is stored yet. Drop a tarball of logs on any page, or <a href="/upload">choose files</a>.
    </p>
  );
}

/** A GET form: what is ticked leads to the form that corrects it. */
function Choice({ runs }: { runs: readonly RunView[] }) {
  return (
    <form action="/correct" className="choose-runs" aria-label="Choose runs">
      <RunsTable runs={runs} />
      <div className="form-actions inset">
        <button type="submit" className="button">
          Correct chosen runs …
        </button>
      </div>
    </form>
  );
}

function RunsTable({ runs }: { runs: readonly RunView[] }) {
  return (
    <ScrollTable
      label="List of runs"
      className="data-table runs"
      head={[
        { label: <span className="sr-only">Choose</span>, className: 'choose' },
        'Version',
        'Config',
        'Server',
        'Workload',
        numeric('Results'),
        'Origin',
        'Run',
      ]}
    >
      {runs.map((run) => (
        <tr key={run.id}>
          <td className="choose">
            <input type="checkbox" name="run" value={run.id} aria-label={`Choose ${run.label}`} />
          </td>
          <th scope="row">
            <a href={`/runs/${run.id}`} title={run.label}>
              {run.product} {run.version}
            </a>
          </th>
          <td className="mono">{[run.flavour, run.config].filter(Boolean).join(' ') || '–'}</td>
          <td>{serverText(run.server)}</td>
          <td>
            <a href={compareHref({ server: run.server.slug, workload: run.workload.slug })}>
              {shortWorkloadLabel(run.workload)}
            </a>{' '}
            <span className="dim">{run.workload.details.join(', ')}</span>
          </td>
          <td className="num">{groupDigits(run.results)}</td>
          <td className="mid">{run.workload.source ?? run.workload.origin}</td>
          <td>
            <time dateTime={run.at}>{dayText(run.at)}</time>
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}
