'use client';

import type { TestOptions, TrendsData, TrendsMenu } from '@basecase/views/trends';
import {
  descriptionOf,
  metaOf,
  notesOf,
  type TrendsModel,
  type TrendsState,
  trendSentence,
  trendsHref,
  trendsModel,
} from '@basecase/views/trends';
import { type ReactNode, useMemo, useRef } from 'react';
import { useUrlState } from '../../ui/page/use-url-state';
import { SentenceLine, ViewFrame, ViewNotes } from '../../ui/page/view-frame';
import { TrendChart } from './trend-chart';
import { type ReadoutHandle, TrendReadout } from './trend-readout';
import { TrendsForm } from './trends-form';
import { TrendsTable } from './trends-table';
import { TrendsToolbar } from './trends-toolbar';
import { usePoints } from './use-points';

interface Props {
  data: TrendsData;
  menu: TrendsMenu;
  options: TestOptions;
  test: string;
  initialState: TrendsState;
  /** The same product night after night; null where it has no nights. */
  nightsHref: string | null;
  /** The button that shares the view. */
  share: ReactNode;
}

/** One test, or the mean of several, over all versions of a product. */
export function TrendsScreen({ data, menu, options, test, initialState, nightsHref, share }: Props) {
  const [state, update] = useUrlState(initialState, trendsHref);
  const { mode, base, x, t } = state;
  const model = useMemo(() => trendsModel(data, { mode, base, x, t }), [data, mode, base, x, t]);
  const readout = useRef<ReadoutHandle>(null);
  const points = usePoints((point) => readout.current?.point(point));
  return (
    <ViewFrame
      className="trends"
      title={data.title}
      on={`of ${data.product}`}
      meta={metaOf(model)}
      form={<TrendsForm menu={menu} options={options} test={test} state={state} />}
      share={share}
      toolbar={<TrendsToolbar nightsHref={nightsHref} model={model} state={state} update={update} />}
      line={<SentenceLine sentence={trendSentence(model)} />}
    >
      <Notes data={data} model={model} />
      {model.series.length > 0 ? (
        <>
          <div className="trend-box" {...points}>
            <TrendChart model={model} description={descriptionOf(data, model)} />
          </div>
          <TrendReadout model={model} ref={readout} />
          <TrendsTable model={model} />
        </>
      ) : (
        <div className="empty">
          <p>None of these lines has a value. Choose another test or metric above, or other lines.</p>
        </div>
      )}
    </ViewFrame>
  );
}

/** The lines that are not drawn, with the reason; the limits of a table of ratios. */
function Notes({ data, model }: { data: TrendsData; model: TrendsModel }) {
  return (
    <ViewNotes notes={notesOf(model)}>
      {data.without.length > 0 ? (
        <details>
          <summary>
            {data.without.length} of {data.without.length + new Set(data.trendLines.map(heatmapOf)).size}{' '}
            chosen heatmaps have no value of this test and metric
          </summary>
          <ul>
            {data.without.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two tables of one report may have one name.
              <li key={index}>{name}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </ViewNotes>
  );
}

function heatmapOf({ server, workload }: TrendsData['trendLines'][number]): string {
  return `${server.slug}@${workload.slug}`;
}
