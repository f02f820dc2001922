import { KIND_LABELS, type SearchModel, searchHref } from '@basecase/views/search';
import { Section } from '../../ui/page/section';
import { NothingFound } from '../../ui/search/nothing-found';
import { ResultRow } from '../../ui/search/result-row';

/** The search as a page: complete without scripts. */
export function SearchScreen({ model }: { model: SearchModel }) {
  const { q, kind, groups, count, nothing } = model;
  return (
    <main id="main" className="page search-page">
      <h1>Search</h1>
      {/* biome-ignore lint/a11y/useSemanticElements: the element search is too new for the browsers that are supported. */}
      <form action="/search" role="search" className="search-form">
        <label className="sr-only" htmlFor="search-words">
          Words
        </label>
        <input
          id="search-words"
          className="field"
          type="search"
          name="q"
          defaultValue={q}
          placeholder="Test, version, server, record or upload"
          autoComplete="off"
          spellCheck={false}
        />
        {kind === '' ? null : <input type="hidden" name="kind" value={kind} />}
        <button type="submit" className="button primary">
          Search
        </button>
      </form>
      {kind === '' || q === '' ? null : (
        <p className="mid">
          Only of the kind “{KIND_LABELS[kind]}”. <a href={searchHref({ q })}>All kinds</a>
        </p>
      )}
      {nothing ? <NothingFound q={q} nothing={nothing} /> : null}
      {groups.length === 0 && !nothing ? <WhatCanBeTyped /> : null}
      {groups.length > 0 ? <p className="mid search-count">{count} results</p> : null}
      <div className="stack">
        {groups.map((group) => (
          <Section
            key={group.kind}
            title={group.label}
            hint={group.count}
            aside={
              kind === '' && group.total > group.results.length ? (
                <a href={searchHref({ q, kind: group.kind })}>More of this kind</a>
              ) : null
            }
          >
            <ul className="results">
              {group.results.map((result) => (
                <li key={`${result.href} ${result.title.map(({ text }) => text).join('')}`}>
                  <ResultRow result={result} wrap={(title) => <a href={result.href}>{title}</a>} />
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </main>
  );
}

const EXAMPLES = [
  ['update-zipf 9.5.0 48', 'a test, at a version, on a 48-core server: opens the cell'],
  ['zipf 18 cached', 'a part of a test, a major version, a workload'],
  ['mysql 8.4', 'all releases of a major'],
  ['pn53', 'a server, its heatmaps, records and uploads'],
  ['c8r32 point-query', 'a config, a test'],
] as const;

function WhatCanBeTyped() {
  return (
    <Section title="What can be typed" hint="a result has every word, in any order">
      <dl className="search-examples">
        {EXAMPLES.map(([words, meaning]) => (
          <div key={words}>
            <dt>
              <a href={searchHref({ q: words })}>{words}</a>
            </dt>
            <dd className="mid">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
