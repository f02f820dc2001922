'use client';

import type { ServersData, ServersMenu, VersionKey } from '@basecase/views/servers';
import {
  metaOf,
  ratioNote,
  type ServersState,
  serversHref,
  serversModel,
  serversSentence,
  serversText,
  shownState,
  titleOf,
  toServersSelection,
} from '@basecase/views/servers';
import { type ReactNode, useMemo } from 'react';
import { eachColumn } from '../../ui/grid/each-column';
import { useGrid } from '../../ui/grid/use-grid';
import { TryAgain } from '../../ui/page/try-again';
import { usePageKeys } from '../../ui/page/use-page-keys';
import { useUrlState } from '../../ui/page/use-url-state';
import { SentenceLine, ViewFrame } from '../../ui/page/view-frame';
import { FactsTable } from './facts-table';
import { RuleInForce } from './rule-in-force';
import { ServersForm } from './servers-form';
import { LINKS } from './servers-row';
import { ServersTable } from './servers-table';
import { ServersToolbar } from './servers-toolbar';
import { useServersData } from './use-servers-data';

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
  const { base, metric, t, rule, q, only, fold } = shownState(data, state, initialState);
  const model = useMemo(
    () => serversModel(toServersSelection(data, { base, metric, t, rule }), { q, only, fold }),
    [data, base, metric, t, rule, q, only, fold],
  );
  const { selection } = model;
  const note = ratioNote(selection);
  const { box, visible, onKeyDown } = useGrid({ cells: LINKS, drawn: model, columns: eachColumn });
  usePageKeys((event) => {
    if (event.key !== '/') return;
    document.querySelector<HTMLInputElement>('#filter')?.focus();
    event.preventDefault();
  });
  return (
    <ViewFrame
      className="servers"
      title={titleOf(selection)}
      on={`on ${serversText(selection)}`}
      meta={metaOf(selection)}
      form={<ServersForm menu={menu} keys={keys} shown={data.keys} state={state} />}
      share={share}
      toolbar={<ServersToolbar selection={selection} state={state} update={update} />}
      line={
        <SentenceLine sentence={serversSentence(model)} className="factrow">
          <FactsTable selection={selection} />
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
        className="servers-grid-box"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label="Tests on all servers"
        ref={box}
        onKeyDown={onKeyDown}
      >
        <ServersTable model={model} visible={visible} />
      </section>
    </ViewFrame>
  );
}
