import type { RegressionFacets } from '@basecase/db/types';
import { DEFAULT_STATE, isFiltered, type ListState, listHref, VERDICTS } from '@basecase/views/regressions';
import { serverNames } from '@basecase/views/text';
import { FilterBar } from '../../../ui/form/filter-bar';
import { SelectField } from '../../../ui/form/select-field';

const SORTS = ['size', 'certainty', 'date'] as const;

/** What to look at. A form that is sent: it needs no script. */
export function FilterForm({ facets, state }: { facets: RegressionFacets; state: ListState }) {
  const { kind } = state;
  const names = serverNames(facets.servers);
  const versions = facets.versions.filter(({ product }) => !state.product || product === state.product);
  const all = listHref({ ...DEFAULT_STATE, kind, state: state.state });
  return (
    <FilterBar
      action="/regressions"
      label="Filter"
      search={{ value: state.q, placeholder: 'zipf 48-core -insert', hasKey: true }}
      allHref={isFiltered(state) ? all : null}
    >
      {kind === DEFAULT_STATE.kind ? null : <input type="hidden" name="kind" value={kind} />}
      {state.state === DEFAULT_STATE.state ? null : <input type="hidden" name="state" value={state.state} />}
      {state.cause === '' ? null : <input type="hidden" name="cause" value={state.cause} />}

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
        options={facets.servers.map(({ slug }, index) => ({ value: slug, text: names[index] ?? slug }))}
      />
      <SelectField
        label="Tests"
        name="group"
        none="all"
        defaultValue={state.group}
        options={facets.groups.map(({ id, label }) => ({ value: id, text: label }))}
      />
      <SelectField
        label="Verdict"
        name="verdict"
        none="all"
        defaultValue={state.verdict}
        options={VERDICTS.filter((verdict) => verdict.endsWith(kind))}
      />
      <SelectField
        label="Since"
        name="since"
        none="all"
        defaultValue={state.since}
        options={versions.map(({ product, version }) => ({ value: version, text: `${product} ${version}` }))}
      />
      <SelectField label="Sort by" name="sort" defaultValue={state.sort} options={SORTS} />
      <label className="check">
        <input type="checkbox" name="flat" value="1" defaultChecked={state.flat} />
        not grouped
      </label>
    </FilterBar>
  );
}
