import {
  type OverviewReadout as OverviewLine,
  type OverviewModel,
  type OverviewPlace,
  overviewReadout,
} from '@basecase/views/series';
import { emphasisOf } from '@basecase/views/verdict';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { KeysDialog } from '../../ui/page/keys-dialog';
import { Readout } from '../../ui/page/view-frame';

export interface ReadoutHandle {
  point: (place: OverviewPlace) => void;
}

const KEYS = [
  ['arrows', 'move; the first column is the row itself'],
  ['Enter', 'open the series, at the night of the cell'],
  ['Home End', 'first and last of the row'],
  ['/', 'filter'],
  ['Esc', 'clear the filter'],
  ['?', 'these keys'],
] as const;

/** One line about the row or the cell under the pointer or the focus. It keeps the place itself, so that the table is not redrawn. */
export function OverviewReadout({ model, ref }: { model: OverviewModel; ref: Ref<ReadoutHandle> }) {
  const [place, setPlace] = useState<OverviewPlace | null>(null);
  const keys = useRef<HTMLDialogElement>(null);
  useImperativeHandle(ref, () => ({ point: setPlace }), []);
  const readout = place && overviewReadout(model, place);
  return (
    <Readout
      className="overview-readout"
      hint="Point at a cell, or use the arrow keys, to see its values here"
      line={readout && <Line readout={readout} />}
    >
      <div className="keys">
        <span>
          <kbd>arrows</kbd>move
        </span>
        <span>
          <kbd>Enter</kbd>series
        </span>
        <span>
          <kbd>/</kbd>filter
        </span>
        <button type="button" id="all-keys" onClick={() => keys.current?.showModal()}>
          <kbd>?</kbd>all keys
        </button>
      </div>
      <KeysDialog ref={keys} keys={KEYS} />
    </Readout>
  );
}

function Line({ readout }: { readout: OverviewLine }) {
  const { test, note, night, value, ratio, words, direction, emphasis, level, cost, costLabel } = readout;
  return (
    <>
      <b>{test}</b>
      {note ? <span className="dim">{note}</span> : null}
      {night ? <span>{night}</span> : null}
      {value ? <span>{value}</span> : null}
      {ratio ? (
        <b className={emphasis === null ? undefined : `${emphasis} arrow ${direction}`}>{ratio}</b>
      ) : null}
      {words ? <span>{words}</span> : null}
      {level ? (
        <span>
          <span className="dim">level</span> {level}
        </span>
      ) : null}
      {cost ? (
        <span className="only-wide">
          <span className="dim">{costLabel}</span> <span className={emphasisOf(cost.level)}>{cost.text}</span>
        </span>
      ) : null}
    </>
  );
}
