import type { NightTone } from '@basecase/views/document';
import {
  pickedNights,
  readoutSource,
  type SeriesData,
  type SeriesMenu,
  type SeriesState,
  seriesReadout,
  seriesUrl,
  seriesWindow,
  windowState,
  zoomWindow,
} from '@basecase/views/series';
import { memo, useMemo } from 'react';
import { Segments } from '../../ui/form/segments';
import { ViewForm } from '../../ui/form/view-form';
import { CopyButton } from '../../ui/page/copy-button';
import { Readout } from '../../ui/page/view-frame';
import { type NightCursor, pick, useCursorState } from './use-chart-pointer';

interface ZoomNoteProps {
  data: SeriesData;
  state: SeriesState;
  menu: SeriesMenu;
  notes: readonly string[];
  update: (change: Partial<SeriesState>) => void;
}

/** How much of the series is in view, and how its axis and its panels are chosen. */
export const ZoomNote = memo(function ZoomNote({ data, state, menu, notes, update }: ZoomNoteProps) {
  const window = seriesWindow(data, state);
  const total = data.nights.length;
  const shown = window.last - window.first + 1;
  const zoom = (isIn: boolean) => update(windowState(data, zoomWindow(data, window, { around: null, isIn })));
  return (
    <ViewForm
      className="zoom-note cluster fine"
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

const KEYS = [
  ['← →', 'night before, night after; with Shift ten of them'],
  ['Home End', 'first and newest night'],
  ['c', 'next change; with Shift the one before'],
  ['Space', 'pick A, then B, then A again'],
  ['Enter', 'open the run of the night'],
  ['+ −', 'fewer nights, more nights'],
  ['?', 'these keys'],
] as const;

interface Props {
  data: SeriesData;
  /** The state without its window, which changes nothing here. */
  picks: Pick<SeriesState, 'metric' | 'base' | 'charts' | 'a' | 'b'>;
  cursor: NightCursor;
  update: (change: Partial<SeriesState>) => void;
}

/** One line about the night under the pointer or the keys: everything that a tooltip would say. */
export const SeriesReadout = memo(function SeriesReadout({ data, picks, cursor, update }: Props) {
  const { metric, base, charts } = picks;
  const source = useMemo(() => readoutSource(data, { metric, base, charts }), [data, metric, base, charts]);
  const { night } = useCursorState(cursor);
  const readout = night === null ? null : seriesReadout(source, night);
  return (
    <Readout
      className="series-readout"
      keys={{ all: KEYS }}
      hint="Point at a night, or use the arrow keys, to read it here; a click opens its run, Shift and a click pick it"
      line={
        readout && (
          <>
            <b>{readout.day}</b>
            {readout.build ? <span className="mono">{readout.build}</span> : null}
            <span>{readout.value}</span>
            <NightRatio {...readout} isStrong />
            {readout.note ? <span>{readout.note}</span> : null}
            {readout.parts.map(({ label, text }) => (
              <span key={`${label} ${text}`}>
                {label ? <span className="dim">{label} </span> : null}
                {text}
              </span>
            ))}
          </>
        )
      }
    >
      {readout && night !== null ? (
        <div className="of-night">
          <button type="button" className="button quiet" onClick={() => update(pick(data, picks, night))}>
            Pick
          </button>
          <a className="button quiet" href={readout.runHref}>
            Run
          </a>
          {readout.buildHref ? (
            <a className="button quiet" href={readout.buildHref}>
              Commit
            </a>
          ) : null}
        </div>
      ) : null}
    </Readout>
  );
});

interface NightRatioProps {
  ratio: string;
  tone: NightTone;
  isUp: boolean;
  isPossible: boolean;
  isStrong?: boolean;
}

/** A ratio with the hue and the mark of its level; hollow if the level is unconfirmed. */
export function NightRatio({ ratio, tone, isUp, isPossible, isStrong = false }: NightRatioProps) {
  if (ratio === '') return null;
  const mark = tone === 'plain' ? '' : `night-mark ${isUp ? 'up' : 'dn'}${isPossible ? ' hollow' : ''}`;
  const hue = tone === 'slower' ? 'bad' : tone === 'faster' ? 'good' : '';
  const className = [hue, mark].filter(Boolean).join(' ') || undefined;
  const Tag = isStrong ? 'b' : 'span';
  return (
    <Tag className={className}>
      {ratio}
      {tone === 'plain' ? null : (
        <span className="sr-only">
          {' '}
          {isPossible ? 'likely ' : ''}
          {tone}
        </span>
      )}
    </Tag>
  );
}

interface PickedBarProps {
  data: SeriesData;
  /** The state without its window, which changes nothing here. */
  picks: Parameters<typeof pickedNights>[1];
  update: (change: Partial<SeriesState>) => void;
}

/** The two nights that were picked: how they compare, what lies between them, where all tests of both are. */
export const PickedBar = memo(function PickedBar({ data, picks, update }: PickedBarProps) {
  const picked = pickedNights(data, picks);
  if (!picked) return null;
  const { nights, pair } = picked;
  return (
    <section className="picked cluster" aria-label="Picked nights">
      <p>
        {nights.map(({ letter, day, build }, index) => (
          <span key={letter}>
            {index > 0 ? <span className="dim"> to </span> : null}
            <strong>{letter}</strong> {day} <span className="mono">{build}</span>
          </span>
        ))}
        {pair ? (
          <>
            <span className="separator">/</span>
            <NightRatio ratio={pair.ratio} tone={pair.tone} isUp={pair.isUp} isPossible={false} isStrong />
            <span className="separator">/</span>
            {pair.between}
          </>
        ) : (
          <span className="dim only-script"> Pick a second night, or press c for the next change</span>
        )}
      </p>
      <div className="acts cluster">
        {pair ? (
          <a className="button" href={pair.compareHref}>
            {pair.compareText}
          </a>
        ) : null}
        {pair?.range?.href ? (
          <a className="button quiet" href={pair.range.href}>
            The commits between
          </a>
        ) : pair?.range ? (
          <CopyButton text={pair.range.text} label="Copy the range of commits" />
        ) : pair ? (
          <span className="dim">order by date, commits not known</span>
        ) : null}
        <button
          type="button"
          className="button quiet icon only-script"
          aria-label="Unpick"
          onClick={() => update({ a: '', b: '' })}
        >
          ✕
        </button>
      </div>
    </section>
  );
});
