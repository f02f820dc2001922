import type { EventList, RegressionFacets } from '@basecase/db/types';
import {
  EVENT_KINDS,
  EVENT_SORTS,
  eventSections,
  isFiltered,
  type ListState,
  listHref,
  listSentence,
  listTabsView,
  regressionsUrl,
} from '@basecase/views/regressions';
import { serverNames } from '@basecase/views/text';
import { feedHref, methodHref } from '@basecase/views/url';
import type { ReactNode } from 'react';
import { FilterBar } from '../../../ui/form/filter-bar';
import { HiddenFields } from '../../../ui/form/hidden-fields';
import { SelectField } from '../../../ui/form/select-field';
import { NumberedPager } from '../../../ui/page/pager';
import { EventForm } from './event-form';

interface Props {
  list: EventList;
  facets: RegressionFacets;
  state: ListState;
  /** False for read-only visitors. */
  canTriage: boolean;
  /** Links to what is new since the last visit, which only the browser knows. */
  visitTab: ReactNode;
}

const KIND_LABELS = { regression: 'Regressions', improvement: 'Improvements' } as const;

/** Events for triage: one row is one version or commit, on all servers that show it. */
export function RegressionsScreen({ list, facets, state, canTriage, visitTab }: Props) {
  const sentence = listSentence(list, state);
  const rows = eventSections(list, state.seen);
  return (
    <main id="main" className="page regressions-page">
      <a className="skip" href="#events">
        Skip to the events
      </a>
      <div className="page-head">
        <div>
          <h1>{KIND_LABELS[state.kind]}</h1>
          <p>
            <strong>{sentence.strong}</strong>
            {sentence.rest}{' '}
            <span className="explains">
              One row is one version or commit, on all servers that show it.{' '}
              <a href={methodHref('verdicts')}>How changes are judged</a>
            </span>
          </p>
        </div>
        <div className="actions">
          <nav className="segments" aria-label="Kind">
            {EVENT_KINDS.map((kind) => (
              <a
                key={kind}
                href={listHref({ ...state, kind, cause: '', page: 1 })}
                aria-current={kind === state.kind ? 'true' : undefined}
              >
                {KIND_LABELS[kind]}
              </a>
            ))}
          </nav>
          <a className="button" href="/lines">
            Config lines
          </a>
          <a className="button" href="/noise">
            Noise
          </a>
          <a className="button" href={feedHref(state)} type="application/atom+xml">
            Atom feed
          </a>
          <a className="button" href="/webhooks">
            Webhooks
          </a>
        </div>
      </div>
      <nav className="states" aria-label="State">
        {listTabsView(list, state).map(({ name, label, count, href, isCurrent }) => (
          <a key={name} href={href} aria-current={isCurrent ? 'true' : undefined}>
            {label} <span className={isCurrent ? undefined : 'dim'}>{count}</span>
          </a>
        ))}
        {visitTab}
      </nav>
      <FilterForm facets={facets} state={state} />
      {list.events.length === 0 ? (
        <EmptyList list={list} state={state} />
      ) : (
        <EventForm key={listHref(state)} list={rows} canTriage={canTriage} />
      )}
      <Pages list={list} state={state} />
    </main>
  );
}

function Pages({ list, state }: Pick<Props, 'list' | 'state'>) {
  if (list.pages < 2) return null;
  const hrefOf = (page: number) => listHref({ ...state, page });
  return (
    <NumberedPager
      paging={{
        text: `Page ${list.page} of ${list.pages}`,
        previous: list.page > 1 ? hrefOf(list.page - 1) : null,
        next: list.page < list.pages ? hrefOf(list.page + 1) : null,
      }}
    />
  );
}

/** Explains an empty list and names the next step. */
function EmptyList({ list, state }: { list: EventList; state: ListState }) {
  const { all } = list.counts;
  if (isFiltered(state)) {
    return (
      <p className="page-section inset mid">
        No event matches. <a href={listHref({ kind: state.kind })}>Show all open events</a>
      </p>
    );
  }
  if (all > 0) {
    return (
      <p className="page-section inset mid">
        {state.state === 'open' ? 'No open events. A new upload may add some.' : 'No event is in this state.'}{' '}
        <a href={listHref({ kind: state.kind, state: 'all' })}>Show all</a>
      </p>
    );
  }
  return <Nothing kind={state.kind} />;
}

function Nothing({ kind }: { kind: ListState['kind'] }) {
  return (
    <div className="page-section inset teach pile mid">
      <h2>No {kind} is recorded yet</h2>
      <p>
        One is recorded when a test {kind === 'regression' ? 'gets slower' : 'gets faster'} from one version
        to the next by more than its noise. Events are updated after each upload; there is nothing to start.
      </p>
      <h3>Requirements</h3>
      <ul className="bullets">
        <li>
          Two versions or more of one product, on one server and workload.{' '}
          <a href="/upload">Upload their logs</a>
        </li>
        <li>
          A measure of the noise: one version run twice, or two point releases. Without it, only large changes
          count. <a href="/noise">Noise measured so far</a>
        </li>
        <li>
          vmstat and iostat logs of the tests, to explain changes by CPU, context switches, reads and writes
          per operation.
        </li>
      </ul>
      <h3>Triage</h3>
      <p>
        Move through the list with <kbd>j</kbd> and <kbd>k</kbd>, open an event with <kbd>Enter</kbd>, and set
        its state with <kbd>c</kbd> confirmed, <kbd>i</kbd> investigating, <kbd>n</kbd> noise, <kbd>w</kbd>{' '}
        won't fix. An event is marked as fixed when a later version is back at the old level.{' '}
        <a href={methodHref('verdicts')}>How changes are judged</a>
      </p>
    </div>
  );
}

/** What the form sends itself; a new filter begins with the first page. */
const OWN_FIELDS = [
  'q',
  'product',
  'server',
  'group',
  'sure',
  'since',
  'line',
  'measured',
  'sort',
  'page',
] as const;

const MEASURED = [
  { value: 'yes', text: 'lately' },
  { value: 'no', text: 'not any more' },
] as const;

/** What to look at. A form that is sent: it needs no script. */
function FilterForm({ facets, state }: { facets: RegressionFacets; state: ListState }) {
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
        label="How sure"
        name="sure"
        none="any"
        defaultValue={state.sure}
        options={['sure', 'likely']}
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
            label="Branch"
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
      <SelectField label="Sort by" name="sort" defaultValue={state.sort} options={EVENT_SORTS} />
    </FilterBar>
  );
}
