import {
  drawFrame,
  type NightsChart,
  type NightsLayout,
  nightsLayout,
  nightsScales,
  SMALL_PANEL,
} from '@basecase/views/document';
import type { SeriesData, SeriesState } from '@basecase/views/series';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { NightsDrawing, NightsFrame, NightsPanel } from '../../ui/chart/nights-panel';
import { type NightCursor, useChartKeys, useChartPointer, useCursorState } from './use-chart-pointer';

interface ChartOverlayProps {
  chart: NightsChart;
  layout: NightsLayout;
  cursor: NightCursor;
}

const RING = 4;

/** What lies over the panels: marks and names that go through all of them, and the cursor. */
function ChartOverlay({ chart, layout, cursor }: ChartOverlayProps) {
  const frame = useMemo(() => drawFrame(chart, layout, nightsScales(chart, layout)), [chart, layout]);
  return (
    <svg className="nights-svg over" width={layout.width} height={layout.height} aria-hidden="true">
      <NightsFrame frame={frame} />
      <Cursor chart={chart} layout={layout} cursor={cursor} />
    </svg>
  );
}

/** A hairline through all panels, a ring on the point; the part that is dragged over. */
function Cursor({ chart, layout, cursor }: ChartOverlayProps) {
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

interface Props {
  data: SeriesData;
  state: SeriesState;
  chart: NightsChart;
  /** Indexes of the first nights of changes, ascending. */
  changes: readonly number[];
  cursor: NightCursor;
  update: (change: Partial<SeriesState>) => void;
  /** A day on the axis was clicked, `2026-08-29`. */
  onAxis: (day: string) => void;
}

/** Narrower than this it scrolls in its box. */
const LEAST_WIDTH = 300;

/**
 * Nights over time, with keys and pointer. The server draws a still one, which is all there is without scripts; it is drawn
 * again for the width of its box.
 */
export function SeriesChart({ data, state, chart, changes, cursor, update, onAxis }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const panels = chart.panels.length;
  const layout = useMemo(() => (width === null ? null : nightsLayout(panels, width)), [panels, width]);
  const stop = useStop(`${chart.description}. The table of nights has all numbers.`);
  const keys = useChartKeys({ data, state, chart, changes, cursor, update });
  const pointer = useChartPointer({ data, state, chart, layout, cursor, update, onAxis });
  return (
    <div
      ref={box}
      className="series-chart"
      style={layout ? { height: layout.height } : undefined}
      {...stop}
      {...keys}
      {...pointer}
    >
      {layout ? (
        <>
          <div className="panels" aria-hidden="true">
            <SeriesPanels chart={chart} layout={layout} />
          </div>
          <ChartOverlay chart={chart} layout={layout} cursor={cursor} />
        </>
      ) : (
        <NightsDrawing chart={chart} className="before-scripts" />
      )}
    </div>
  );
}

/** One stop of the Tab key. The keys are the chart's own only while it has the focus; else it is a picture with a name. */
function useStop(label: string) {
  const [isFocused, setFocused] = useState(false);
  return {
    role: isFocused ? 'application' : 'img',
    'aria-label': label,
    tabIndex: 0,
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}

/** Width of the box; null before the browser has measured. */
function useWidth(box: React.RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.max(LEAST_WIDTH, Math.floor(entry.contentRect.width)));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

interface SeriesPanelsProps {
  chart: NightsChart;
  layout: NightsLayout;
}

/** The panels of a series below each other, as separate pictures: a change in one does not repaint the others. */
const SeriesPanels = memo(function SeriesPanels({ chart, layout }: SeriesPanelsProps) {
  const { width, height, panels } = layout;
  const tops = panels.map(({ top }, index) => (index === 0 ? 0 : top - SMALL_PANEL.title));
  return chart.panels.map(({ title }, index) => {
    const top = tops[index] ?? 0;
    const own = (tops[index + 1] ?? height) - top;
    return (
      <svg
        key={title}
        className="nights-svg"
        width={width}
        height={own}
        viewBox={`0 ${top} ${width} ${own}`}
        aria-hidden="true"
      >
        <NightsPanel chart={chart} layout={layout} index={index} />
      </svg>
    );
  });
});
