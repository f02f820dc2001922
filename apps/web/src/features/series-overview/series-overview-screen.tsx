'use client';

import {
  type OverviewData,
  type OverviewLines,
  overviewModel,
  overviewNotes,
  overviewSentence,
  overviewTitle,
  type SeriesState,
  seriesHref,
} from '@basecase/views/series';
import { type ReactNode, useMemo, useRef } from 'react';
import { usePageKeys } from '../../ui/page/use-page-keys';
import { useUrlState } from '../../ui/page/use-url-state';
import { SentenceLine, ViewFrame, ViewNotes } from '../../ui/page/view-frame';
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
    () => overviewModel(data, { base, columns, order, q, changed, all, fold }),
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
  return (
    <ViewFrame
      className="series-overview"
      {...overviewTitle(data)}
      form={<LinesForm lines={lines} state={state} />}
      share={share}
      toolbar={<OverviewToolbar model={model} lines={lines} state={state} update={update} />}
      line={
        <SentenceLine sentence={overviewSentence(model)}>
          <Keyline model={model} />
        </SentenceLine>
      }
    >
      <ViewNotes notes={overviewNotes(model)} />
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
    </ViewFrame>
  );
}
