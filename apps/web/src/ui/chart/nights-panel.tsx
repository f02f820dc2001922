import {
  type AxisDrawing,
  drawAxis,
  drawFrame,
  drawPanel,
  type FrameDrawing,
  type FrameText,
  type NightsChart,
  type NightsLayout,
  nightsLayout,
  nightsScales,
  type PanelDrawing,
} from '@basecase/views/document';
import { memo } from 'react';
import { PanelLines } from './panel-lines';

/** Half of the ring around a picked night, and where its letter stands. */
const RING = 5;

/** What lies around the panels: events, sizes of changes, releases, names of levels, picked nights. */
export function NightsFrame({ frame }: { frame: FrameDrawing }) {
  const { events, changes, releases, titles, picked } = frame;
  return (
    <g className="nights-frame">
      {events.length > 0 ? (
        <g className="event">
          <path className="line" d={events.map(({ line }) => line).join('')} />
          <path className="square" d={events.map(({ square }) => square).join('')} />
        </g>
      ) : null}
      <Texts texts={frame.eventTexts} />
      {changes.map(({ path, tone, isSure }) => (
        <path key={path} className={isSure ? `wedge ${tone}` : `wedge ${tone} possible`} d={path} />
      ))}
      <Texts texts={frame.changeTexts} />
      {releases ? <path className="releases" d={releases} /> : null}
      <Texts texts={frame.releaseTexts} />
      <Texts texts={frame.ends} />
      {titles.map(({ x, y, title, hint }) => (
        <text key={title} x={x} y={y}>
          <tspan className="title">{title}</tspan>
          {hint ? <tspan dx="6">{hint}</tspan> : null}
        </text>
      ))}
      {picked.map(({ x, y, letter }) => (
        <g key={letter} className="picked-night">
          <circle cx={x} cy={y} r={RING} />
          <text
            x={x + (letter === 'A' ? -RING - 3 : RING + 3)}
            y={y + (letter === 'A' ? -4 : 12)}
            textAnchor={letter === 'A' ? 'end' : 'start'}
          >
            {letter}
          </text>
        </g>
      ))}
    </g>
  );
}

function Texts({ texts }: { texts: readonly FrameText[] }) {
  return texts.map(({ x, y, text, more, tone, isStrong, isBefore }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: texts are positions; they move with each step of a zoom.
    <text key={index} x={x} y={y} textAnchor={isBefore ? 'end' : undefined}>
      <tspan className={isStrong ? `strong ${tone}` : tone}>{text}</tspan>
      {more ? <tspan dx="8">{more}</tspan> : null}
    </text>
  ));
}

interface Props {
  chart: NightsChart;
  layout: NightsLayout;
  /** Which of the panels. */
  index: number;
}

/** One panel of a chart of nights with its axes, at its place in the chart. */
export const NightsPanel = memo(function NightsPanel({ chart, layout, index }: Props) {
  const { left, right, changeLane: lane } = layout;
  const scales = nightsScales(chart, layout);
  const [panel, y] = [chart.panels[index], scales.y[index]];
  if (!panel || !y) return null;
  const isSmall = index > 0;
  return (
    <>
      <PanelLines panel={panel} y={y} layout={layout} />
      <NightsMarks
        drawing={drawPanel(panel, chart.at, { x: scales.x, y, left, right, lane, isSmall })}
        isSmall={isSmall}
      />
      <NightsAxis drawing={drawAxis(chart, layout, { index, x: scales.x })} />
    </>
  );
});

/** The axis of nights under a panel. */
function NightsAxis({ drawing: { line, isLight, ticks, dates } }: { drawing: AxisDrawing }) {
  return (
    <g className={isLight ? 'nights-axis light' : 'nights-axis'}>
      <path d={line + ticks} />
      {dates.map(({ at, x, y, text }) => (
        <text key={at} x={x} y={y} textAnchor="middle">
          {text}
        </text>
      ))}
    </g>
  );
}

interface NightsMarksProps {
  drawing: PanelDrawing;
  isSmall?: boolean;
}

/** One panel of nights between its axes: bands, nights, levels, changes. One element for all nights of a kind. */
function NightsMarks({ drawing, isSmall = false }: NightsMarksProps) {
  const { bands, levels, nights, changes } = drawing;
  return (
    <g className={isSmall ? 'nights-marks small' : 'nights-marks'}>
      {isSmall
        ? null
        : bands.map(({ tone, path }) => <path key={tone} className={`band ${tone}`} d={path} />)}
      {nights.map(({ kind, path }) => (
        <path key={kind} className={`dots ${kind}`} d={path} />
      ))}
      {levels.map(({ tone, path }) => (
        <path key={tone} className={`level ${tone}`} d={path} />
      ))}
      {changes.map(({ at, tone, isSure, lead, arrow, whisker }) => (
        <g key={at} className={isSure ? `change ${tone}` : `change ${tone} possible`}>
          <path className="lead" d={lead} />
          <path className="step" d={arrow} />
          <path className="whisker" d={whisker} />
        </g>
      ))}
    </g>
  );
}

/** Drawn for this width; the page scales it. */
const WIDTH = 1020;

/** Nights over time without scripts: in a frozen view, and before scripts draw it for the width of the window. */
export function NightsDrawing({ chart, className }: { chart: NightsChart; className?: string }) {
  const layout = nightsLayout(chart.panels.length, WIDTH);
  const { width, height } = layout;
  return (
    <svg
      className={className ? `nights-drawing ${className}` : 'nights-drawing'}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={chart.description}
    >
      {chart.panels.map(({ title }, index) => (
        <NightsPanel key={title} chart={chart} layout={layout} index={index} />
      ))}
      <NightsFrame frame={drawFrame(chart, layout, nightsScales(chart, layout))} />
    </svg>
  );
}
