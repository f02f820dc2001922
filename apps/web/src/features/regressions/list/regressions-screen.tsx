import type { RegressionFacets, RegressionList } from '@basecase/db/types';
import {
  groupFolding,
  isFiltered,
  KINDS,
  type ListState,
  listHref,
  listSentence,
  listTabsView,
  notMeasuredRows,
  regressionGroups,
  regressionsUrl,
  SORTS,
  stoppedView,
  VERDICTS,
} from '@basecase/views/regressions';
import { serverNames } from '@basecase/views/text';
import { feedHref, methodHref } from '@basecase/views/url';
import { FilterBar } from '../../../ui/form/filter-bar';
import { HiddenFields } from '../../../ui/form/hidden-fields';
import { SelectField } from '../../../ui/form/select-field';
import { NumberedPager } from '../../../ui/page/pager';
import { StoppedTests } from '../../../ui/table/stopped-tests';
import { ListForm } from './list-form';

interface Props {
  list: RegressionList;
  facets: RegressionFacets;
  state: ListState;
  /** False for read-only visitors. */
  canTriage: boolean;
}

const KIND_LABELS = { regression: 'Regressions', improvement: 'Improvements' } as const;

/** All records for triage, open ones first, grouped by suspected cause. */
export function RegressionsScreen({ list, facets, state, canTriage }: Props) {
  const sentence = listSentence(list, state);
  const notMeasured = notMeasuredRows(list, state);
  const isEmpty = list.regressions.length === 0;
  const groups = regressionGroups(list, state);
  const stopped = stoppedView(list.stopped);
  const folding = groupFolding(groups, state);
  return (
    <main id="main" className="page regressions-page">
      <div className="page-head">
        <div>
          <h1>{KIND_LABELS[state.kind]}</h1>
          <p>
            <strong>{sentence.strong}</strong>
            {sentence.rest} {notMeasured ? <a href={notMeasured.href}>{notMeasured.text}</a> : null}{' '}
            <a href={methodHref('verdicts')}>How changes are judged</a>
          </p>
        </div>
        <div className="actions">
          <nav className="segments" aria-label="Kind">
            {KINDS.map((kind) => (
              <a
                key={kind}
                href={listHref({ ...state, kind, verdict: '', cause: '', page: 1 })}
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
      {stopped ? <StoppedTests view={stopped} /> : null}
      <Tabs list={list} state={state} />
      <FilterForm facets={facets} state={state} />
      {isEmpty ? (
        <EmptyList list={list} state={state} />
      ) : (
        <>
          {folding.length > 0 ? (
            <p className="folding fine">
              {folding.map(({ label, href }) => (
                <a key={label} href={href}>
                  {label}
                </a>
              ))}
            </p>
          ) : null}
          <ListForm key={state.fold} groups={groups} canTriage={canTriage} />
        </>
      )}
      <Pages list={list} state={state} />
    </main>
  );
}

function Tabs({ list, state }: Pick<Props, 'list' | 'state'>) {
  return (
    <nav className="states" aria-label="State">
      {listTabsView(list, state).map(({ name, label, count, href, isCurrent }) => (
        <a key={name} href={href} aria-current={isCurrent ? 'true' : undefined}>
          {label} <span className={isCurrent ? undefined : 'dim'}>{count}</span>
        </a>
      ))}
    </nav>
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
function EmptyList({ list, state }: { list: RegressionList; state: ListState }) {
  const all = Object.values(list.counts).reduce((sum, count) => sum + count, 0);
  if (isFiltered(state)) {
    return (
      <p className="page-section inset mid">
        No record matches. <a href={listHref({ kind: state.kind })}>Show all open records</a>
      </p>
    );
  }
  if (all > 0) {
    return (
      <p className="page-section inset mid">
        {state.state === 'open'
          ? 'No open records. A new upload may add some.'
          : 'No record is in this state.'}{' '}
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
        to the next by more than its noise. Records are updated after each upload; there is nothing to start.
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
        Move through the list with <kbd>j</kbd> and <kbd>k</kbd>, open a record with <kbd>Enter</kbd>, and set
        its state with <kbd>c</kbd> confirmed, <kbd>i</kbd> investigating, <kbd>n</kbd> noise, <kbd>w</kbd>{' '}
        won't fix. A record is marked as fixed when a later version is back at the old level.{' '}
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
