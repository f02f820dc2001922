import { drawFrame, type NightsChart, type NightsLayout, nightsScales } from '@basecase/views/document';
import { useMemo } from 'react';
import { NightsFrame } from '../../ui/chart/nights-frame';
import { type NightCursor, useCursorState } from './night-cursor';

interface Props {
  chart: NightsChart;
  layout: NightsLayout;
  cursor: NightCursor;
}

const RING = 4;

/** What lies over the panels: marks and names that go through all of them, and the cursor. */
export function ChartOverlay({ chart, layout, cursor }: Props) {
  const frame = useMemo(() => drawFrame(chart, layout, nightsScales(chart, layout)), [chart, layout]);
  return (
    <svg className="nights-svg over" width={layout.width} height={layout.height} aria-hidden="true">
      <NightsFrame frame={frame} />
      <Cursor chart={chart} layout={layout} cursor={cursor} />
    </svg>
  );
}

/** A hairline through all panels, a ring on the point; the part that is dragged over. */
function Cursor({ chart, layout, cursor }: Props) {
  const { night, brush } = useCursorState(cursor);
  const scales = nightsScales(chart, layout);
  const x = night === null ? Number.NaN : scales.x(chart.at[night] ?? Number.NaN);
  const isSeen = x >= layout.left && x <= layout.right;
  return (
    <g className="cursor">
      {brush ? (
        <rect
          className="brush"
          x={Math.min(...brush)}
          width={Math.abs(brush[1] - brush[0])}
          y={layout.changeLane + 8}
          height={layout.axis - layout.changeLane - 8}
        />
      ) : null}
      {isSeen && night !== null ? (
        <>
          <path className="hair" d={`M${x} ${layout.changeLane + 8}V${layout.axis}`} />
          {chart.panels.map((panel, index) => {
            const value = panel.values[night] ?? null;
            const y = scales.y[index];
            if (value === null || !y) return null;
            const inside = Math.min(panel.to, Math.max(panel.from, value));
            return <circle key={panel.title} cx={x} cy={y(inside)} r={index === 0 ? RING : RING - 1} />;
          })}
        </>
      ) : null}
    </g>
  );
}
