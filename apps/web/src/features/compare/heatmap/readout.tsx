import {
  type BandedSelection,
  bandedReadout,
  type OpenCell,
  type Readout as ReadoutModel,
} from '@basecase/views/compare';
import { emphasisOf } from '@basecase/views/verdict';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { KeysDialog } from '../../../ui/page/keys-dialog';

export interface ReadoutHandle {
  point: (cell: OpenCell) => void;
}

const KEYS = [
  ['arrows', 'move'],
  ['Enter', 'open'],
  ['b', 'make the column the base'],
  ['s', 'sort by the column, reverse the order, stop sorting'],
  ['[ ]', 'the same test in the neighbouring product'],
  ['m', 'next metric'],
  ['1 to 6', 'costs, over time, counters, flamegraph, rounds, clients of the open cell'],
  ['/', 'filter'],
  ['?', 'these keys'],
  ['Esc', 'close the details or clear the filter'],
] as const;

/**
 * One line about the cell under the pointer or the focus. It keeps the cell itself: moving over 2,000 cells must
 * draw one line, not the page.
 */
export function Readout({ selection, ref }: { selection: BandedSelection; ref: Ref<ReadoutHandle> }) {
  const [cell, setCell] = useState<OpenCell | null>(null);
  useImperativeHandle(ref, () => ({ point: setCell }), []);
  const model = cell && bandedReadout(selection, cell);
  return (
    <div className="readout">
      <output aria-live="polite">
        {model ? (
          <Line model={model} />
        ) : (
          <span className="dim">Point at a cell, or use the arrow keys, to see its values here</span>
        )}
      </output>
      <KeyHelp />
    </div>
  );
}

function Line({ model }: { model: ReadoutModel }) {
  const emphasis = emphasisOf(model.ratio.level);
  return (
    <>
      <b>{model.test}</b>
      {model.note ? <span className="dim">{model.note}</span> : null}
      <span>{model.versus}</span>
      {model.problem ? <span>{model.problem}</span> : <span>{model.absolute}</span>}
      <b className={emphasis ? `${emphasis} arrow ${model.ratio.direction}` : ''}>{model.ratio.text}</b>
      {model.verdict && model.verdict !== 'missing' ? <span>{model.verdict}</span> : null}
      {model.unjudged ? <span>{model.unjudged}</span> : null}
      {model.repeats ? <span className="dim">{model.repeats}</span> : null}
      {model.previous ? (
        <span>
          <span className="dim">to {model.previous.version}</span> {model.previous.text}
        </span>
      ) : null}
      {model.others.map(({ label, text, level }) => (
        <span key={label} className="only-wide">
          <span className="dim">{label}</span> <span className={emphasisOf(level)}>{text}</span>
        </span>
      ))}
    </>
  );
}

/** The most used keys in the line, all of them on `?`. */
function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <div className="keys">
        {KEYS.slice(0, 2).map(([key, words]) => (
          <span key={key}>
            <kbd>{key}</kbd>
            {words}
          </span>
        ))}
        <span>
          <kbd>b</kbd>base
        </span>
        <span>
          <kbd>m</kbd>metric
        </span>
        <span>
          <kbd>/</kbd>filter
        </span>
        <button type="button" id="all-keys" onClick={() => dialog.current?.showModal()}>
          <kbd>?</kbd>all keys
        </button>
      </div>
      <KeysDialog ref={dialog} keys={KEYS} />
    </>
  );
}
