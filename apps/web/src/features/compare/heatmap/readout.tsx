import { verdictName } from '@basecase/analysis';
import { type BandedSelection, bandedReadout, type OpenCell, type Readout } from '@basecase/views/compare';
import { emphasisOf } from '@basecase/views/verdict';
import type { Ref } from 'react';
import { PlaceReadout } from '../../../ui/page/view-frame';

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

const SHOWN = [
  ['arrows', 'move'],
  ['Enter', 'open'],
  ['b', 'base'],
  ['m', 'metric'],
  ['/', 'filter'],
] as const;

interface Props {
  selection: BandedSelection;
  ref: Ref<(cell: OpenCell) => void>;
}

/** One line about the cell under the pointer or the focus. */
export function HeatmapReadout({ selection, ref }: Props) {
  return (
    <PlaceReadout
      ref={ref}
      hint="Point at a cell, or use the arrow keys, to see its values here"
      keys={{ all: KEYS, shown: SHOWN }}
      lineOf={(cell) => {
        const model = bandedReadout(selection, cell);
        return model && <Line model={model} />;
      }}
    />
  );
}

function Line({ model }: { model: Readout }) {
  const emphasis = emphasisOf(model.ratio.level);
  return (
    <>
      <b>{model.test}</b>
      {model.note ? <span className="dim">{model.note}</span> : null}
      <span>{model.versus}</span>
      {model.problem ? <span>{model.problem}</span> : <span>{model.absolute}</span>}
      <b className={emphasis ? `${emphasis} arrow ${model.ratio.direction}` : ''}>{model.ratio.text}</b>
      {model.verdict && model.verdict !== 'missing' ? <span>{verdictName(model.verdict)}</span> : null}
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
