'use client';

import { compareHref } from '@basecase/views/compare';
import { type ReactNode, useState } from 'react';
import { Clients } from './clients';
import { Counters } from './counters';
import { Flamegraph } from './flamegraph';
import { OverTime, type RepeatChoice } from './over-time';
import type { CellQuery, PairNames } from './use-pair';
import { WhyTabs } from './why-tabs';

interface Props {
  query: CellQuery;
  names: PairNames;
  /** Cost per operation, version by version: part of the initial page. */
  costs: ReactNode;
  /** The ratio of each round: part of the initial heatmap page; without it, a link to that page is shown. */
  rounds?: ReactNode;
  /** Which repeat the charts over time show, where the page keeps it; else it is kept here. */
  repeat?: RepeatChoice;
  /** Path of the live page, on a frozen one: what is read from stored files is not frozen. Null on a live page. */
  livePath: string | null;
}

/** Why a version is slower or faster than the base: costs, and what the stored files say. */
export function Why({ query, names, costs, rounds, repeat, livePath }: Props) {
  const [chosen, choose] = useState(1);
  const files = (title: string, content: ReactNode) =>
    livePath === null ? content : <NotFrozen title={title} livePath={livePath} />;
  return (
    <WhyTabs
      label="Why it is as it is"
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
