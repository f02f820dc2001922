'use client';

import { useMemo, useRef } from 'react';
import { useUrlState } from '../../lib/use-url-state';
import { LazyTrendChart } from './lazy-chart';
import type { TrendsMenu } from './prepare-menu';
import { prepareTrendSentence } from './prepare-sentence';
import { prepareTrends, type TrendsModel } from './prepare-trends';
import type { TestOptions } from './select-tests';
import { type ReadoutHandle, TrendReadout } from './trend-readout';
import type { TrendsData } from './trends-data';
import { TrendsForm } from './trends-form';
import { serializeTrendsState, type TrendsState } from './trends-state';
import { TrendsTable } from './trends-table';
import { TrendsToolbar } from './trends-toolbar';
import { usePoints } from './use-points';

interface Props {
  data: TrendsData;
  menu: TrendsMenu;
  options: TestOptions;
  test: string;
  initialState: TrendsState;
}

const toPath = (state: TrendsState) => `/trends${serializeTrendsState(state)}`;

/** One test, or the mean of several, over all versions of a product. */
export function TrendsScreen({ data, menu, options, test, initialState }: Props) {
  const [state, update] = useUrlState(initialState, toPath);
  const { mode, base, x, t } = state;
  const model = useMemo(() => prepareTrends(data, { mode, base, x, t }), [data, mode, base, x, t]);
  const readout = useRef<ReadoutHandle>(null);
  const points = usePoints((point) => readout.current?.point(point));
  const sentence = prepareTrendSentence(model);
  return (
    <main id="main" className="trends">
      <div className="head">
        <div>
          <h1>
            {data.title} <span className="dim">of {data.product}</span>
          </h1>
          <p className="meta">
            {model.unit}
            <span className="sep">/</span>
            {model.axis.kind === 'major' ? 'newest release of each major' : 'every release'}, in release order
          </p>
        </div>
        <TrendsForm menu={menu} options={options} test={test} state={state} />
      </div>
      <TrendsToolbar model={model} state={state} update={update} />
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
            <LazyTrendChart model={model} description={descriptionOf(data, model)} />
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
  const hasRatios = model.series.some(({ base }) => base.endsWith('as published'));
  const { leftOut } = model;
  if (!hasRatios && leftOut.length === 0 && data.without.length === 0) return null;
  return (
    <div className="note">
      {hasRatios ? (
        <p>
          Tables that were published as ratios stay relative to their own base, whatever base is chosen: the
          table below says which.
        </p>
      ) : null}
      {leftOut.length > 0 ? <p>Not drawn: {leftOut.join('; ')}.</p> : null}
      {data.without.length > 0 ? (
        <details>
          <summary>
            {data.without.length} of {data.without.length + new Set(data.lines.map(heatmapOf)).size} chosen
            heatmaps have no value of this test and metric
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

function heatmapOf({ server, workload }: TrendsData['lines'][number]): string {
  return `${server.slug}@${workload.slug}`;
}

function descriptionOf({ title, product }: TrendsData, { unit, drawn, axis }: TrendsModel): string {
  return `${title} of ${product} from ${axis.places[0]} to ${axis.places.at(-1)}, ${unit}, ${drawn.length} lines; the table below has the numbers`;
}
