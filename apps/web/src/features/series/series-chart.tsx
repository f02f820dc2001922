import { type NightsChart, nightsLayout } from '@basecase/views/document';
import type { SeriesData, SeriesState } from '@basecase/views/series';
import { useEffect, useMemo, useRef, useState } from 'react';
import { NightsDrawing } from '../../ui/chart/nights-drawing';
import { ChartOverlay } from './chart-overlay';
import type { NightCursor } from './night-cursor';
import { SeriesPanels } from './series-panels';
import { useChartKeys } from './use-chart-keys';
import { useChartPointer } from './use-chart-pointer';

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
