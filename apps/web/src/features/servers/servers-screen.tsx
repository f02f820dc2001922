'use client';

import {
  isEnough,
  isOfData,
  metaOf,
  ratioNote,
  ruleSentences,
  type ServersData,
  type ServersMenu,
  type ServersRest,
  type ServersSelection,
  type ServersState,
  serverFacts,
  serversHref,
  serversModel,
  serversSentence,
  serversText,
  serversUrl,
  serversWhatIf,
  shownState,
  titleOf,
  toServersSelection,
  type VersionKey,
  withRest,
} from '@basecase/views/servers';
import { joinNames } from '@basecase/views/text';
import { methodHref, serverHref } from '@basecase/views/url';
import { type ReactNode, useMemo, useState } from 'react';
import { eachColumn } from '../../ui/grid/each-column';
import { useGrid } from '../../ui/grid/use-grid';
import { SentenceLine } from '../../ui/page/head-lines';
import { HowToCalibrate } from '../../ui/page/how-to-calibrate';
import { TryAgain } from '../../ui/page/try-again';
import { type RestProblem, useRest } from '../../ui/page/use-rest';
import { useUrlState } from '../../ui/page/use-url-state';
import { ViewFrame } from '../../ui/page/view-frame';
import { ColumnTable, type PageColumn } from '../../ui/table/column-table';
import { MarkerIcon } from '../../ui/table/marker';
import { WhatIfForm, WhatIfSection } from '../../ui/what-if/what-if-section';
import { LINKS, ServersTable } from './servers-table';
import { ServersForm, ServersToolbar } from './servers-toolbar';

interface Props {
  data: ServersData;
  menu: ServersMenu;
  keys: VersionKey[];
  initialState: ServersState;
  /** The button that shares the view. */
  share: ReactNode;
}

/** The same versions on several servers, test by test. */
export function ServersScreen({ data: initial, menu, keys, initialState, share }: Props) {
  const [state, update] = useUrlState(initialState, serversHref);
  const { data, problem } = useServersData(initial, state);
  const { base, version, metric, t, rule, q, only, fold } = shownState(data, state, initialState);
  const model = useMemo(
    () => serversModel(toServersSelection(data, { base, version, metric, t, rule }), { q, only, fold }),
    [data, base, version, metric, t, rule, q, only, fold],
  );
  const { selection } = model;
  const note = ratioNote(selection);
  const { box, visible, onKeyDown } = useGrid({ cells: LINKS, drawn: model, columns: eachColumn });
  return (
    <ViewFrame
      className="servers"
      title={titleOf(selection)}
      on={`on ${serversText(selection)}`}
      meta={metaOf(selection)}
      form={<ServersForm menu={menu} keys={keys} shown={data.keys} state={state} />}
      share={share}
      toolbar={<ServersToolbar selection={selection} keys={keys} state={state} update={update} />}
      line={
        <SentenceLine sentence={serversSentence(model)} className="factrow">
          <Facts selection={selection} />
        </SentenceLine>
      }
    >
      <RuleInForce selection={selection} />
      {note === '' ? null : <p className="note">{note}</p>}
      {problem ? (
        <TryAgain className="note" onRetry={problem.retry}>
          The numbers of other metrics and bases could not be loaded.
        </TryAgain>
      ) : null}
      <section
        id="view-table"
        className="servers-grid-box"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label="Tests on all servers"
        ref={box}
        onKeyDown={onKeyDown}
      >
        <ServersTable model={model} visible={visible} />
      </section>
      <WhatIfSection
        whatIf={serversWhatIf(selection, state)}
        first="server and version"
        form={
          <WhatIfForm
            action="/servers"
            pairs={serversUrl.pairs(state)}
            state={state}
            tests={data.rows.map(({ key }) => key)}
            servers={selection.servers.map(({ label }) => label)}
          />
        }
      />
    </ViewFrame>
  );
}

/** Says what the page judges by, and what would make its judgement surer. */
function RuleInForce({ selection }: { selection: ServersSelection }) {
  const sentences = ruleSentences(selection);
  return (
    <>
      <p className="rule-in-force fine dim" id="rule-in-force">
        {sentences.map(({ text, topic, link }) => (
          <span key={text}>
            {text} <a href={methodHref(topic)}>{link}</a>{' '}
          </span>
        ))}
      </p>
      {sentences.some(({ calibrate }) => calibrate) ? <HowToCalibrate /> : null}
    </>
  );
}

/**
 * The data of the page, and of a large table the rest of it once the page is used. It waits unseen until
 * another base or metric needs it, so unused numbers cause no new drawing.
 */
function useServersData(
  initial: ServersData,
  state: ServersState,
): { data: ServersData; problem: RestProblem | null } {
  const [opened] = useState(state);
  const [whole, setWhole] = useState(initial);
  const path = initial.missing === null ? null : `/api/servers/rest${serversUrl.query(opened)}`;
  const isThere = isEnough(initial, state, opened);
  const problem = useRest<ServersRest>({
    path,
    isNeeded: !isThere,
    onRest: (rest) => {
      // The tables have changed since the page was made: their numbers must not be mixed with others.
      if (isOfData(initial, rest)) setWhole(withRest(initial, rest));
      else window.location.reload();
    },
  });
  return { data: isThere ? initial : whole, problem };
}

/** What differs between the servers in one line; all values of it on demand. */
function Facts({ selection }: { selection: ServersSelection }) {
  const facts = serverFacts(selection);
  const differing = facts.flatMap(({ label, differs }) => (differs ? [label] : []));
  return (
    <details className="other-differences">
      <summary>
        {differing.length === 0
          ? 'The servers have the same setup.'
          : `The servers differ: ${joinNames(differing)}.`}
      </summary>
      <FactsTable facts={facts} selection={selection} />
    </details>
  );
}

interface FactsProps {
  facts: ReturnType<typeof serverFacts>;
  selection: ServersSelection;
}

function FactsTable({ facts, selection }: FactsProps) {
  return (
    <ColumnTable
      label="What differs"
      boxClassName="facts-box"
      className="facts"
      caption="Differences between the servers; equal values are lighter"
      rows={selection.servers.map((own, index) => ({ ...own, index }))}
      columns={[
        {
          head: 'What differs',
          kind: 'name',
          cell: ({ index, server, label }) => (
            <>
              <MarkerIcon shape={index} /> <a href={serverHref(server.slug)}>{label}</a>
            </>
          ),
        },
        ...facts.map(
          ({
            label,
            differs,
            values,
            asks,
          }): PageColumn<ServersSelection['servers'][number] & { index: number }> => ({
            ...{ head: label, headClass: differs ? 'differs' : '', className: differs ? 'differs' : '' },
            cell: ({ index, server }) =>
              values[index] ??
              (asks ? (
                <a href={serverHref(server.slug, 'facts')}>{asks}</a>
              ) : (
                <span className="dim">not recorded</span>
              )),
          }),
        ),
      ]}
    />
  );
}
