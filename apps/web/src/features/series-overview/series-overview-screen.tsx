'use client';

import {
  type OverviewData,
  type OverviewLines,
  overviewNotes,
  prepareOverview,
  prepareOverviewSentence,
  prepareOverviewTitle,
  type SeriesState,
  seriesHref,
} from '@basecase/views/series';
import { type ReactNode, useMemo, useRef } from 'react';
import { MetaLine } from '../../ui/page/meta-line';
import { usePageKeys } from '../../ui/page/use-page-keys';
import { useUrlState } from '../../ui/page/use-url-state';
import { Keyline } from './keyline';
import { LinesForm } from './lines-form';
import { OverviewReadout, type ReadoutHandle } from './overview-readout';
import { OverviewTable } from './overview-table';
import { OverviewToolbar } from './overview-toolbar';
import { useOverviewGrid } from './use-overview-grid';

interface Props {
  data: OverviewData;
  lines: OverviewLines;
  initialState: SeriesState;
  /** The button that shares the view. */
  share: ReactNode;
}

/** All tests of a version line on a server: the newest level of each against the last release, and its newest nights. */
export function SeriesOverviewScreen({ data, lines, initialState, share }: Props) {
  const [state, update] = useUrlState(initialState, seriesHref);
  const { base, columns, order, q, changed, all, fold } = state;
  const model = useMemo(
    () => prepareOverview(data, { base, columns, order, q, changed, all, fold }),
    [data, base, columns, order, q, changed, all, fold],
  );
  const readout = useRef<ReadoutHandle>(null);
  const { box, visible, props } = useOverviewGrid(model, {
    onFold: (id) => update({ fold: fold.includes(id) ? fold.filter((own) => own !== id) : [...fold, id] }),
    onPoint: (place) => readout.current?.point(place),
  });
  usePageKeys((event) => {
    if (event.key === '/') document.querySelector<HTMLInputElement>('#filter')?.focus();
    else if (event.key === '?') document.querySelector<HTMLElement>('#all-keys')?.click();
    else return;
    event.preventDefault();
  });
  const { title, on, meta } = prepareOverviewTitle(data);
  const notes = overviewNotes(model);
  return (
    <main id="main" className="series-overview">
      <div className="head">
        <div>
          <h1>
            {title} <span className="dim">{on}</span>
          </h1>
          <MetaLine parts={meta} />
        </div>
        <LinesForm lines={lines} state={state} />
        {share}
      </div>
      <OverviewToolbar model={model} lines={lines} state={state} update={update} />
      <div className="readline">
        <p id="sentence">
          {prepareOverviewSentence(model).map(({ text, isStrong }) =>
            isStrong ? <strong key={text}>{text}</strong> : text,
          )}
        </p>
        <Keyline model={model} />
      </div>
      {notes.length === 0 ? null : (
        <div className="note">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      <div className="work">
        <section
          className="heat-wrap"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
          tabIndex={0}
          aria-label="Tests and their newest nights"
          ref={box}
          {...props}
        >
          <OverviewTable model={model} state={state} visible={visible} />
        </section>
      </div>
      <OverviewReadout model={model} ref={readout} />
    </main>
  );
}
