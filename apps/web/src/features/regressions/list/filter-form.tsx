import type { RegressionFacets } from '@basecase/db/types';
import { DEFAULT_STATE, isFiltered, type ListState, listHref, VERDICTS } from '@basecase/views/regressions';
import { serverNames } from '@basecase/views/text';

const SORT_LABELS = { size: 'size', certainty: 'certainty', date: 'date' } as const;

/** What to look at. A form that is sent: it needs no script. */
export function FilterForm({ facets, state }: { facets: RegressionFacets; state: ListState }) {
  const { kind } = state;
  const names = serverNames(facets.servers);
  const versions = facets.versions.filter(({ product }) => !state.product || product === state.product);
  const all = listHref({ ...DEFAULT_STATE, kind, state: state.state });
  return (
    <form className="bar boxed" action="/regressions" aria-label="Filter">
      {kind === DEFAULT_STATE.kind ? null : <input type="hidden" name="kind" value={kind} />}
      {state.state === DEFAULT_STATE.state ? null : <input type="hidden" name="state" value={state.state} />}
      {state.cause === '' ? null : <input type="hidden" name="cause" value={state.cause} />}
      <label className="find">
        <span className="sr">Search</span>
        <input
          id="filter"
          type="search"
          name="q"
          defaultValue={state.q}
          placeholder="zipf 48-core -insert"
          aria-keyshortcuts="/"
        />
        <kbd className="only-wide">/</kbd>
      </label>
      <Choice label="Product" name="product" value={state.product} options={facets.products.map(same)} />
      <Choice
        label="Server"
        name="server"
        value={state.server}
        options={facets.servers.map(({ slug }, index) => [slug, names[index] ?? slug])}
      />
      <Choice
        label="Tests"
        name="group"
        value={state.group}
        options={facets.groups.map(({ id, label }) => [id, label])}
      />
      <Choice
        label="Verdict"
        name="verdict"
        value={state.verdict}
        options={VERDICTS.filter((verdict) => verdict.endsWith(kind)).map(same)}
      />
      <Choice
        label="Since"
        name="since"
        value={state.since}
        options={versions.map(({ product, version }) => [version, `${product} ${version}`])}
      />
      <label className="lab">
        <span>Sort by</span>
        <select className="field" name="sort" defaultValue={state.sort}>
          {Object.entries(SORT_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label className="check">
        <input type="checkbox" name="flat" value="1" defaultChecked={state.flat} />
        not grouped
      </label>
      <button type="submit" className="btn">
        Show
      </button>
      {isFiltered(state) ? <a href={all}>Show all</a> : null}
    </form>
  );
}

function same(text: string): readonly [value: string, text: string] {
  return [text, text];
}

interface ChoiceProps {
  label: string;
  name: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
}

function Choice({ label, name, value, options }: ChoiceProps) {
  return (
    <label className="lab">
      <span>{label}</span>
      <select className="field" name={name} defaultValue={value}>
        <option value="">all</option>
        {options.map(([option, text]) => (
          <option key={`${option} ${text}`} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
