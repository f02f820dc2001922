import {
  type SeriesData,
  type SeriesMenu,
  type SeriesState,
  seriesUrl,
  seriesWindow,
  windowState,
  zoomWindow,
} from '@basecase/views/series';
import { memo } from 'react';
import { Segments } from '../../ui/form/segments';
import { ViewForm } from '../../ui/form/view-form';

interface Props {
  data: SeriesData;
  state: SeriesState;
  menu: SeriesMenu;
  notes: readonly string[];
  update: (change: Partial<SeriesState>) => void;
}

/** How much of the series is in view, and how its axis and its panels are chosen. */
export const ZoomNote = memo(function ZoomNote({ data, state, menu, notes, update }: Props) {
  const window = seriesWindow(data, state);
  const total = data.nights.length;
  const shown = window.last - window.first + 1;
  const zoom = (isIn: boolean) => update(windowState(data, zoomWindow(data, window, { around: null, isIn })));
  return (
    <ViewForm
      className="zoom-note"
      action="/series"
      label="Axis and charts"
      pairs={seriesUrl.pairs(state)}
      fields={[]}
      pressed={{ order: state.order, charts: state.charts }}
    >
      <p className="dim">
        {shown < total ? `${shown} of ${total} nights in view. ` : ''}
        {notes.join(' ')}
      </p>
      <Segments
        label="By"
        name="order"
        segments={[
          { value: 'dates', label: 'date', isPressed: state.order === 'dates' },
          { value: 'commits', label: 'commit', isPressed: state.order === 'commits' },
        ]}
        onChoose={(order: SeriesState['order']) => update({ order })}
      />
      {menu.hasMoreCharts ? (
        <Segments
          label="Charts"
          name="charts"
          segments={[
            { value: 'few', label: 'main', isPressed: state.charts === 'few' },
            { value: 'all', label: 'all', isPressed: state.charts === 'all' },
          ]}
          onChoose={(charts: SeriesState['charts']) => update({ charts })}
        />
      ) : null}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an inline flex box in every browser. */}
      <div className="segments only-script" role="group" aria-label="Nights in view">
        <button type="button" aria-label="More nights" disabled={shown >= total} onClick={() => zoom(false)}>
          −
        </button>
        <button type="button" aria-label="Fewer nights" onClick={() => zoom(true)}>
          +
        </button>
        <button
          type="button"
          disabled={shown >= total}
          onClick={() => update({ span: 'all', from: '', to: '' })}
        >
          All
        </button>
      </div>
    </ViewForm>
  );
});
