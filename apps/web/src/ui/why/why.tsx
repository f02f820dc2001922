'use client';

import { compareHref } from '@basecase/views/compare';
import { tabOfHash, tabOfKey, WHY_TABS, type WhyTab } from '@basecase/views/why';
import { Fragment, type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { usePageKeys } from '../page/use-page-keys';
import { Clients } from './clients';
import { Counters } from './counters';
import { Flamegraph } from './flamegraph';
import { OverTime, type RepeatChoice } from './over-time';
import type { CellQuery, PairNames } from './pair-section';

interface Props {
  query: CellQuery;
  names: PairNames;
  /** Cost per operation, version by version: part of the initial page. */
  costs: ReactNode;
  /** The ratio of each round: part of the initial heatmap page; without it, a link to that page is shown. */
  rounds?: ReactNode;
  /** False: there are none. */
  hasRounds?: boolean;
  /** Which repeat the charts over time show, where the page keeps it; else it is kept here. */
  repeat?: RepeatChoice;
  /** Path of the live page, on a frozen one: what is read from stored files is not frozen. Null on a live page. */
  livePath: string | null;
}

/** Why a version is slower or faster than the base: costs, and what the stored files say. */
export function Why({ query, names, costs, rounds, hasRounds = true, repeat, livePath }: Props) {
  const [chosen, choose] = useState(1);
  const recorded = useRecorded(query, livePath === null);
  const files = (title: string, content: ReactNode) =>
    livePath === null ? content : <NotFrozen title={title} livePath={livePath} />;
  return (
    <WhyTabs
      label="Why it is as it is"
      empty={[
        ...(recorded ? ON_DEMAND.filter((tab) => !recorded.includes(tab)) : []),
        ...(hasRounds ? [] : ROUNDS),
      ]}
      panels={{
        costs,
        'over-time': files(
          'Over time',
          <OverTime query={query} names={names} repeat={repeat ?? { chosen, onChoose: choose }} />,
        ),
        counters: files('Counters', <Counters query={query} names={names} />),
        flamegraph: files('Flamegraph', <Flamegraph query={query} names={names} />),
        rounds: rounds ?? <RoundsElsewhere query={query} />,
        clients: files('Clients', <Clients query={query} names={names} />),
      }}
    />
  );
}

/** Tabs that are known to be empty only after a look at what is stored. */
const ON_DEMAND: readonly WhyTab[] = ['counters', 'flamegraph', 'clients'];
const ROUNDS: readonly WhyTab[] = ['rounds'];

/** Tabs of a cell with something to show; null until it is known, and on a frozen page. */
function useRecorded(
  { server, workload, test, column, base }: CellQuery,
  isLive: boolean,
): readonly WhyTab[] | null {
  const key = JSON.stringify({ server, workload, test, column, base });
  const [found, setFound] = useState<{ key: string; tabs: readonly WhyTab[] } | null>(null);
  useEffect(() => {
    if (!isLive) return;
    let isWanted = true;
    import('../api/api')
      .then(({ api }) => api.compare.recorded.query(JSON.parse(key) as CellQuery))
      .then(
        (tabs) => isWanted && setFound({ key, tabs }),
        // All tabs stay: each names the missing data when it is opened.
        () => {},
      );
    return () => {
      isWanted = false;
    };
  }, [key, isLive]);
  return found?.key === key ? found.tabs : null;
}

/** Rounds are numbers of the heatmap. */
function RoundsElsewhere({ query: { server, workload, base, test, column } }: { query: CellQuery }) {
  return (
    <section>
      <h3>Rounds</h3>
      <p className="mid">
        <a href={`${compareHref({ server, workload, base, cell: { test, column } })}#rounds`}>
          The cell in the heatmap
        </a>{' '}
        has the ratio of each round, where both versions were recorded in rounds.
      </p>
    </section>
  );
}

/** A permalink keeps numbers; the files that say more are of the live page. */
export function NotFrozen({ title, livePath }: { title: string; livePath: string }) {
  return (
    <section>
      <h3>{title}</h3>
      <p className="mid">
        The files behind this cell were not frozen with the view. While they are stored, the{' '}
        <a href={livePath}>live view</a> has them.
      </p>
    </section>
  );
}

interface WhyTabsProps {
  /** What each tab holds. It is drawn from the first time on that the tab is open. */
  panels: Record<WhyTab, ReactNode>;
  /** Says what the tabs are of. */
  label: string;
  /** Tabs without data: they are named in one line, and open what is to be recorded for them. */
  empty: readonly WhyTab[];
}

/**
 * Tabs that are links with a hash, so that a tab can be shared; 1, 2, 3, ... open them. Without scripts all of them are
 * shown below each other, and the links lead there.
 */
function WhyTabs({ panels, label, empty }: WhyTabsProps) {
  const [tab, open] = useHashTab();
  const [seen, setSeen] = useState<ReadonlySet<WhyTab>>(new Set());
  if (!seen.has(tab)) setSeen(new Set([...seen, tab]));
  usePageKeys((event) => {
    const wanted = tabOfKey(event.key);
    if (wanted) open(wanted);
  });
  const link = ({ id, label: text }: (typeof WHY_TABS)[number]) => (
    <a
      key={id}
      href={`#${id}`}
      aria-current={id === tab ? 'true' : undefined}
      aria-keyshortcuts={`${WHY_TABS.findIndex((each) => each.id === id) + 1}`}
      onClick={(event: MouseEvent) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        open(id);
      }}
    >
      {text}
    </a>
  );
  const missing = WHY_TABS.filter(({ id }) => id !== tab && empty.includes(id));
  return (
    <>
      <nav className="why-tabs" aria-label={label}>
        {WHY_TABS.filter(({ id }) => id === tab || !empty.includes(id)).map(link)}
      </nav>
      {missing.length > 0 ? (
        <p className="why-missing mid">
          Not recorded:{' '}
          {missing.map((each, index) => (
            <Fragment key={each.id}>
              {index > 0 ? ', ' : ''}
              {link(each)}
            </Fragment>
          ))}
          . Each tab names what to record.
        </p>
      ) : null}
      {WHY_TABS.map(({ id }) => (
        <div key={id} id={id} className="why-panel" hidden={id !== tab}>
          {seen.has(id) ? (
            panels[id]
          ) : (
            <Unseen label={WHY_TABS.find((each) => each.id === id)?.label ?? ''} />
          )}
        </div>
      ))}
    </>
  );
}

/** Content that is loaded on demand needs a script. */
function Unseen({ label }: { label: string }) {
  return (
    <noscript>
      <section>
        <h3>{label}</h3>
        <p className="mid">
          {label} is read from the stored files when it is opened, which needs JavaScript.
        </p>
      </section>
    </noscript>
  );
}

/** The open tab, kept in the hash. Each choice is an entry of the history: "back" opens the tab before. */
function useHashTab(): [WhyTab, (tab: WhyTab) => void] {
  // The server does not know the hash: the initial page shows the first tab.
  const [tab, setTab] = useState<WhyTab>('costs');
  useEffect(() => {
    const follow = () => setTab((current) => tabOfHash(window.location.hash) ?? current);
    follow();
    window.addEventListener('hashchange', follow);
    window.addEventListener('popstate', follow);
    return () => {
      window.removeEventListener('hashchange', follow);
      window.removeEventListener('popstate', follow);
    };
  }, []);
  const open = (wanted: WhyTab) => {
    if (wanted === tab) return;
    setTab(wanted);
    // With the state of the entry: pages keep theirs in it.
    window.history.pushState(window.history.state, '', `#${wanted}`);
    document.querySelector(`.why-tabs a[href="#${wanted}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  return [tab, open];
}
