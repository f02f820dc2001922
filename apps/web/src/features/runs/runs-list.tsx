import type { RunFacets, RunListPage, RunView } from '@basecase/db/types';
import { benchmarkModel } from '@basecase/ingest/model';
import type { Opening } from '@basecase/views/compare';
import { type RunsState, runsHref } from '@basecase/views/runs';
import { countText, productName, serverTitle, shortWorkloadLabel } from '@basecase/views/text';
import { FilterBar } from '../../ui/form/filter-bar';
import { SelectField } from '../../ui/form/select-field';
import { NewestPager } from '../../ui/page/pager';
import { ColumnTable } from '../../ui/table/column-table';

interface Props {
  page: RunListPage;
  facets: RunFacets;
  state: RunsState;
  /** Of all heatmaps. */
  opening: Opening;
}

/** All runs, the newest first. */
export function RunsList({ page, facets, state, opening }: Props) {
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
        {page.runs.length === 0 ? (
          <p className="inset mid">{isFiltered ? NO_MATCH : NONE_YET}</p>
        ) : (
          <Choice runs={page.runs} opening={opening} />
        )}
      </section>
      <NewestPager state={state} next={page.next} hrefOf={runsHref} />
    </main>
  );
}

function FilterForm({
  facets,
  state,
  isFiltered,
}: Omit<Props, 'page' | 'opening'> & { isFiltered: boolean }) {
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
        options={facets.servers.map((server) => ({ value: server.slug, text: serverTitle(server) }))}
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

const NO_MATCH = (
  <>
    No run matches. <a href="/runs">Show all</a>
  </>
);

const NONE_YET = (
  <>
    No run is stored yet. Drop a tarball of logs on any page, or <a href="/upload">choose files</a>.
  </>
);

interface RunsProps extends Pick<Props, 'opening'> {
  runs: readonly RunView[];
}

/** A GET form: it opens the correction form for the ticked runs. */
function Choice({ runs, opening }: RunsProps) {
  return (
    <form action="/correct" className="choose-runs" aria-label="Choose runs">
      <RunsTable runs={runs} opening={opening} />
      <div className="form-actions inset">
        <button type="submit" className="button">
          Correct chosen runs …
        </button>
      </div>
    </form>
  );
}

function RunsTable({ runs, opening }: RunsProps) {
  return (
    <ColumnTable
      label="List of runs"
      className="data-table cards runs"
      rows={runs}
      columns={[
        {
          head: <span className="sr-only">Choose</span>,
          headClass: 'choose',
          className: 'choose',
          cell: ({ id, label }) => (
            <input type="checkbox" name="run" value={id} aria-label={`Choose ${label}`} />
          ),
        },
        {
          head: 'Version',
          kind: 'name',
          cell: ({ id, label, product, version }) => (
            <a href={`/runs/${id}`} title={label}>
              {productName(product)} {version}
            </a>
          ),
        },
        {
          head: 'Config',
          className: 'mono',
          text: ({ flavour, config }) => [flavour, config].filter(Boolean).join(' ') || '–',
        },
        { head: 'Server', className: 'long-name', text: ({ server }) => serverTitle(server) },
        {
          head: 'Workload',
          cell: ({ server, workload }) => (
            // The clients are among the details, and may be all that differs from the next row.
            <a href={opening.href({ server: server.slug, workload: workload.slug })}>
              {shortWorkloadLabel(workload)} <span className="dim">{workload.details.join(', ')}</span>
            </a>
          ),
        },
        { head: 'Results', kind: 'number', text: 'results' },
        { head: 'Origin', className: 'mid', text: ({ workload }) => workload.source ?? workload.origin },
        { head: 'Run', kind: 'day', text: 'at' },
      ]}
    />
  );
}
