'use client';

import { useEffect, useMemo } from 'react';
import { joinNames } from '../../lib/join-names';
import { useUrlState } from '../../lib/use-url-state';
import type { VersionKey } from './column-keys';
import { FactsTable } from './facts-table';
import type { ServersMenu } from './prepare-menu';
import { prepareSentence } from './prepare-sentence';
import { prepareServers } from './prepare-servers';
import type { ServersData } from './servers-data';
import { ServersForm } from './servers-form';
import { type ServersState, serializeServersState } from './servers-state';
import { ServersTable } from './servers-table';
import { ServersToolbar } from './servers-toolbar';
import { titleOf } from './title';
import { useLinkGrid } from './use-link-grid';
import { metricLabel, toView } from './view';

interface Props {
  data: ServersData;
  menu: ServersMenu;
  keys: VersionKey[];
  initialState: ServersState;
}

const toPath = (state: ServersState) => `/servers${serializeServersState(state)}`;

/** The same versions on several servers, test by test. */
export function ServersScreen({ data, menu, keys, initialState }: Props) {
  const [state, update] = useUrlState(initialState, toPath);
  const { base, metric, t, q, only, fold } = state;
  const model = useMemo(
    () => prepareServers(toView(data, { base, metric, t }), { q, only, fold }),
    [data, base, metric, t, q, only, fold],
  );
  const { view } = model;
  const sentence = prepareSentence(model);
  const grid = useLinkGrid(model);
  useFilterKey();
  return (
    <main id="main" className="servers">
      <div className="head">
        <div>
          <h1>
            {titleOf(view)} <span className="dim">on {placesText(view)}</span>
          </h1>
          <p className="meta">
            {metaOf(view).map((part, index) => (
              <span key={part}>
                {index > 0 ? <span className="sep">/</span> : null}
                {part}
              </span>
            ))}
          </p>
        </div>
        <ServersForm menu={menu} keys={keys} shown={data.keys} state={state} />
      </div>
      <ServersToolbar view={view} state={state} update={update} />
      <div className="factrow">
        <p id="sentence">
          <strong>{sentence.strong}</strong>
          {sentence.rest}
        </p>
        <FactsTable view={view} />
      </div>
      {view.servers.some(({ isRatioTable }) => isRatioTable) ? <RatioNote view={view} /> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <section className="sv-wrap" tabIndex={0} aria-label="Tests on all servers" {...grid}>
        <ServersTable model={model} />
      </section>
    </main>
  );
}

/** More names than this are no title. */
const MAX_NAMES = 3;

function placesText({ servers }: ReturnType<typeof toView>): string {
  return servers.length > MAX_NAMES
    ? `${servers.length} servers`
    : joinNames(servers.map(({ label }) => label));
}

function metaOf({ data, servers, base, metric }: ReturnType<typeof toView>): string[] {
  const [first] = servers;
  const cached = { true: 'cached', false: 'IO-bound', null: '' }[`${first?.workload.cached ?? null}`];
  return [
    [data.benchmark, cached].filter(Boolean).join(', '),
    base === '' ? 'each server against its own base' : `base ${base} on each server`,
    metric === 'throughput'
      ? 'CPU as microseconds per operation, so that servers can be compared'
      : `${metricLabel(data, metric)}, version / base on the same server`,
  ];
}

/** Says plainly what a table of ratios can and cannot do here. */
function RatioNote({ view }: { view: ReturnType<typeof toView> }) {
  const tables = view.servers.filter(({ isRatioTable }) => isRatioTable);
  const bases = tables.map(
    ({ label, workload }) => `${label} to ${workload.relativeTo?.base.split(' ')[0] ?? 'its base'}`,
  );
  return (
    <p className="note">
      Published as ratios only: {joinNames(bases)}. Such a table stays relative to its own base; QPS and costs
      were not published.
    </p>
  );
}

/** `/` leads to the filter, as on every page with one. */
function useFilterKey() {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as HTMLElement).tagName);
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      document.querySelector<HTMLInputElement>('#filter')?.focus();
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
