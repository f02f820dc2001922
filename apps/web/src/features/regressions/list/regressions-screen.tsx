import type { RegressionFacets, RegressionList } from '@basecase/db/types';
import {
  KINDS,
  type ListState,
  listHref,
  prepareFolding,
  prepareGroups,
  prepareNotMeasured,
  prepareSentence,
  prepareTabs,
} from '@basecase/views/regressions';
import { feedHref, methodHref } from '@basecase/views/url';
import { Pager } from '../../../ui/page/pager';
import { EmptyList } from './empty-list';
import { FilterForm } from './filter-form';
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
  const sentence = prepareSentence(list, state);
  const notMeasured = prepareNotMeasured(list, state);
  const isEmpty = list.regressions.length === 0;
  const groups = prepareGroups(list, state);
  const folding = prepareFolding(groups, state);
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
      <Tabs list={list} state={state} />
      <FilterForm facets={facets} state={state} />
      {isEmpty ? (
        <EmptyList list={list} state={state} />
      ) : (
        <>
          {folding.length > 0 ? (
            <p className="folding">
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
      {prepareTabs(list, state).map(({ name, label, count, href, isCurrent }) => (
        <a key={name} href={href} aria-current={isCurrent ? 'true' : undefined}>
          {label} <span className={isCurrent ? undefined : 'dim'}>{count}</span>
        </a>
      ))}
    </nav>
  );
}

function Pages({ list, state }: Pick<Props, 'list' | 'state'>) {
  if (list.pages < 2) return null;
  return (
    <Pager
      back={list.page > 1 ? { href: listHref({ ...state, page: list.page - 1 }), words: 'Previous' } : null}
      text={`Page ${list.page} of ${list.pages}`}
      next={
        list.page < list.pages ? { href: listHref({ ...state, page: list.page + 1 }), words: 'Next' } : null
      }
    />
  );
}
