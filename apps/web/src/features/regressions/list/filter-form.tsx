import type { RegressionFacets } from '@basecase/db/types';
import {
  isFiltered,
  type ListState,
  listHref,
  regressionsUrl,
  SORTS,
  VERDICTS,
} from '@basecase/views/regressions';
import { serverNames } from '@basecase/views/text';
import { FilterBar } from '../../../ui/form/filter-bar';
import { HiddenFields } from '../../../ui/form/hidden-fields';
import { SelectField } from '../../../ui/form/select-field';

/** What the form sends itself; a new filter begins with the first page. */
const OWN_FIELDS = [
  'q',
  'product',
  'server',
  'group',
  'verdict',
  'since',
  'line',
  'measured',
  'sort',
  'flat',
  'page',
] as const;

const MEASURED = [
  { value: 'yes', text: 'lately' },
  { value: 'no', text: 'not any more' },
] as const;

/** What to look at. A form that is sent: it needs no script. */
export function FilterForm({ facets, state }: { facets: RegressionFacets; state: ListState }) {
  const { kind } = state;
  const names = serverNames(facets.servers);
  const versions = facets.versions.filter(({ product }) => !state.product || product === state.product);
  const lines = facets.lines.filter(({ product }) => !state.product || product === state.product);
  const all = listHref({ kind, state: state.state });
  return (
    <FilterBar
      action="/regressions"
      label="Filter"
      search={{ value: state.q, placeholder: 'zipf 48-core -insert', hasKey: true }}
      allHref={isFiltered(state) ? all : null}
    >
      <HiddenFields pairs={regressionsUrl.pairs(state)} except={OWN_FIELDS} />
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
      {lines.length > 0 || state.line || state.measured ? (
        <>
          <SelectField
            label="Line"
            name="line"
            none="all"
            defaultValue={state.line}
            options={lines.map(({ product, line }) => ({ value: line, text: `${product} ${line}` }))}
          />
          <SelectField
            label="Measured"
            name="measured"
            none="all"
            defaultValue={state.measured}
            options={MEASURED}
          />
        </>
      ) : null}
      <SelectField label="Sort by" name="sort" defaultValue={state.sort} options={SORTS} />
      <label className="check">
        <input type="checkbox" name="flat" value="1" defaultChecked={state.flat} />
        not grouped
      </label>
    </FilterBar>
  );
}
