import {
  DATES_HEIGHT,
  drawFrame,
  drawPanel,
  type NightsChart,
  type NightsLayout,
  nightsLayout,
  nightsScales,
} from '@basecase/views/document';
import { NightsFrame } from './nights-frame';
import { NightsMarks } from './nights-marks';
import { PanelLines } from './panel-lines';

/** Drawn for this width; the page scales it. */
const WIDTH = 1020;
const DATE_LINE = DATES_HEIGHT - 8;
const TICK = 4;

/** Nights over time without scripts: in a frozen view, and before scripts draw it for the width of the window. */
export function NightsDrawing({ chart, className }: { chart: NightsChart; className?: string }) {
  const layout = nightsLayout(chart.panels.length, WIDTH);
  const scales = nightsScales(chart, layout);
  const { width, height, left, right } = layout;
  return (
    <svg
      className={className ? `nights-drawing ${className}` : 'nights-drawing'}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={chart.description}
    >
      {chart.panels.map((panel, index) => {
        const y = scales.y[index];
        return y ? (
          <g key={panel.title}>
            <PanelLines panel={panel} y={y} layout={layout} />
            <NightsMarks
              drawing={drawPanel(panel, chart.at, {
                x: scales.x,
                y,
                left,
                right,
                lane: layout.changeLane,
                isSmall: index > 0,
              })}
              isSmall={index > 0}
            />
          </g>
        ) : null;
      })}
      <Dates chart={chart} layout={layout} x={scales.x} />
      <NightsFrame frame={drawFrame(chart, layout, scales)} />
    </svg>
  );
}

/** The line under the first panel, and dates under the last one. */
function Dates({
  chart,
  layout,
  x,
}: {
  chart: NightsChart;
  layout: NightsLayout;
  x: (value: number) => number;
}) {
  const { left, right, panels, axis } = layout;
  const bottom = panels[0]?.bottom ?? 0;
  return (
    <>
      <path className="axis" d={`M${left} ${bottom}H${right}`} />
      <path className="axis" d={`M${left} ${axis}H${right}`} />
      {chart.ticks.map(({ value, text }) => (
        <g key={value}>
          <path className="axis" d={`M${x(value)} ${bottom}v${TICK}M${x(value)} ${axis}v${TICK}`} />
          <text x={x(value)} y={axis + DATE_LINE} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
    </>
  );
}
