import { readoutSource, type SeriesData, type SeriesState, seriesReadout } from '@basecase/views/series';
import { memo, useMemo } from 'react';
import { Readout } from '../../ui/page/view-frame';
import { type NightCursor, useCursorState } from './night-cursor';
import { NightRatio } from './night-ratio';
import { pick } from './use-chart-keys';

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
