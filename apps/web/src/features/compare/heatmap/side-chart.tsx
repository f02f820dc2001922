import {
  type BandedSelection,
  type OpenCell,
  SIDE_HEIGHT,
  SIDE_WIDTH,
  type SideModel,
  type SidePoint,
  sideModel,
} from '@basecase/views/compare';
import { serversHref } from '@basecase/views/servers';
import { heatmapText } from '@basecase/views/url';
import { emphasisOf } from '@basecase/views/verdict';
import { type Ref, useDeferredValue, useImperativeHandle, useState } from 'react';
import { useComparePage } from '../use-compare-state';
import './side-chart.css';

interface Props {
  selection: BandedSelection;
  /** Shown before anything was pointed at. */
  initial: OpenCell | null;
  /** The chart of `initial`, where it is known without judging all tests. */
  given: SideModel | null;
  /** Takes the cell that is pointed at, or that has the focus. */
  ref: Ref<(cell: OpenCell) => void>;
}

/** The selected row next to the heatmap: by version, how sure, its costs. It follows the cursor without a request. */
export function SideChart({ selection, initial, given, ref }: Props) {
  const [cell, setCell] = useState<OpenCell | null>(null);
  useImperativeHandle(ref, () => (next: OpenCell) => setCell(next), []);
  const { frozen } = useComparePage();
  const shown = useDeferredValue(cell) ?? initial;
  const model = given && shown === initial ? given : shown && sideModel(selection, shown);
  if (!model) return null;
  const { server, workload } = selection.data;
  const on = [heatmapText({ server: server.slug, workload: workload.slug })];
  return (
    <section className="side-chart" aria-label="Selected test">
      <p className="dim fine">Selected row, follows the cursor</p>
      <h2 className="title">
        {model.test} <span className="dim">{model.note}</span>
      </h2>
      <h3>
        By version <span className="dim">relative to {model.base}</span>
      </h3>
      <Chart model={model} />
      <p>
        {model.versus}: <Ratio model={model} />
        {model.problem === null ? (
          <>
            {' '}
            <span className="dim">{model.absolute}</span>
          </>
        ) : (
          <span className="dim"> {model.problem}</span>
        )}
      </p>
      {model.certainty ? (
        <p>
          <strong>{model.certainty.words}.</strong> {model.certainty.reason}
        </p>
      ) : null}
      {model.firstBad ? (
        <p>
          First bad version: <strong>{model.firstBad.version}</strong>
        </p>
      ) : null}
      {model.explained === '' ? null : (
        <p>
          Explained by: <strong>{model.explained}</strong>
        </p>
      )}
      {model.costs.length > 0 ? <Costs model={model} /> : null}
      {frozen ? null : (
        <p>
          <a href={serversHref({ on, q: model.test })}>This test on other servers</a>
        </p>
      )}
    </section>
  );
}

function Ratio({ model: { ratio } }: { model: SideModel }) {
  const emphasis = emphasisOf(ratio.level);
  return <b className={emphasis ? `${emphasis} arrow ${ratio.direction}` : ''}>{ratio.text}</b>;
}

function Costs({ model: { costs, versus } }: { model: SideModel }) {
  return (
    <>
      <h3>
        Costs <span className="dim">{versus}</span>
      </h3>
      <dl>
        {costs.slice(0, 6).map(({ label, text, level }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={emphasisOf(level)}>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Chart({ model }: { model: SideModel }) {
  const { points, path, one, ticks, names, firstBad, seams, description } = model;
  return (
    <svg viewBox={`0 0 ${SIDE_WIDTH} ${SIDE_HEIGHT}`} role="img" aria-label={description}>
      <path className="one" d={`M30 ${one}H${SIDE_WIDTH - 40}`} />
      <text x="26" y={one + 3} textAnchor="end">
        1.00
      </text>
      {ticks.map(({ y, text }) => (
        <text key={text} x="26" y={y + 3} textAnchor="end">
          {text}
        </text>
      ))}
      {seams.map((x) => (
        <path key={x} className="seam-mark" d={`M${x} 8V${SIDE_HEIGHT - 22}`} />
      ))}
      {firstBad ? <path className="first-bad" d={`M${firstBad.x} 8V${SIDE_HEIGHT - 22}`} /> : null}
      <path className="line" d={path} />
      {points.map((point) => (point ? <Point key={point.x} point={point} /> : null))}
      {names.map(({ x, text }) => (
        <text key={x} y={SIDE_HEIGHT - 6} {...placeOfName(x, text)}>
          {text}
        </text>
      ))}
    </svg>
  );
}

/** A long name at the right end ends with the chart. */
function placeOfName(x: number, { length }: string) {
  if (x < 60) return { x, textAnchor: 'start' as const };
  return x > SIDE_WIDTH - 60 && length > 12
    ? { x: SIDE_WIDTH, textAnchor: 'end' as const }
    : { x, textAnchor: 'middle' as const };
}

function Point({ point: { x, y, emphasis, sure, isChosen, whisker } }: { point: SidePoint }) {
  return (
    <g className={`point ${emphasis}${sure ? '' : ' open'}`}>
      {whisker ? <path className="whisker" d={`M${x} ${whisker.from}V${whisker.to}`} /> : null}
      <circle cx={x} cy={y} r={isChosen ? 4.5 : 3} />
    </g>
  );
}
