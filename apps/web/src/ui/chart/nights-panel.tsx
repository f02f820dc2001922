import {
  type AxisDrawing,
  drawAxis,
  drawPanel,
  type NightsChart,
  type NightsLayout,
  nightsScales,
} from '@basecase/views/document';
import { memo } from 'react';
import { NightsMarks } from './nights-marks';
import { PanelLines } from './panel-lines';

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
