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
import { MetaLine } from '../../ui/page/meta-line';
import { useUrlState } from '../../ui/page/use-url-state';
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
  const sentence = trendSentence(model);
  return (
    <main id="main" className="trends">
      <div className="head">
        <div>
          <h1>
            {data.title} <span className="dim">of {data.product}</span>
          </h1>
          <MetaLine parts={metaOf(model)} />
        </div>
        <TrendsForm menu={menu} options={options} test={test} state={state} />
        {share}
      </div>
      <TrendsToolbar nightsHref={nightsHref} model={model} state={state} update={update} />
      <div className="readline">
        <p id="sentence">
          <strong>{sentence.strong}</strong>
          {sentence.rest}
        </p>
      </div>
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
    </main>
  );
}

/** What is not in the drawing, and why; what a table of ratios can and cannot do. */
function Notes({ data, model }: { data: TrendsData; model: TrendsModel }) {
  const notes = notesOf(model);
  if (notes.length === 0 && data.without.length === 0) return null;
  return (
    <div className="note">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
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
    </div>
  );
}

function heatmapOf({ server, workload }: TrendsData['trendLines'][number]): string {
  return `${server.slug}@${workload.slug}`;
}
