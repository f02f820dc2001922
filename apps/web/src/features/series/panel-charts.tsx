'use client';

import {
  DATES_HEIGHT,
  drawPanel,
  linear,
  NIGHTS_LEFT,
  type NightsChart,
  type NightsLayout,
  type NightsPanel,
  RELEASES_HEIGHT,
  SMALL_PANEL,
} from '@basecase/views/document';
import { memo, useMemo } from 'react';
import { ComposedChart, useXAxisScale, useYAxisScale, XAxis, YAxis } from 'recharts';
import { NightsMarks } from '../../ui/chart/nights-marks';
import { PanelLines } from '../../ui/chart/panel-lines';

/** The axis of a panel in the middle is a line. */
const NO_TICKS: number[] = [];

interface Props {
  chart: NightsChart;
  layout: NightsLayout;
}

/** The panels of a series below each other, each a chart with the same axis of nights. */
export const PanelCharts = memo(function PanelCharts({ chart, layout }: Props) {
  // Only the ends of the axis: nights are drawn by one path for each kind, not by an element for each.
  const ends = useMemo(() => [{ x: chart.from }, { x: chart.to }], [chart.from, chart.to]);
  const last = chart.panels.length - 1;
  return chart.panels.map((panel, index) => {
    const place = layout.panels[index];
    if (!place) return null;
    const isMain = index === 0;
    const isLast = index === last;
    const above = isMain ? place.top : SMALL_PANEL.title;
    const below = (isMain ? RELEASES_HEIGHT : 0) + (isLast ? DATES_HEIGHT : isMain ? 0 : SMALL_PANEL.below);
    return (
      <ComposedChart
        key={panel.title}
        width={layout.width}
        height={above + place.bottom - place.top + below}
        margin={{ top: above, right: layout.width - layout.right, bottom: 0, left: 0 }}
        data={ends}
        accessibilityLayer={false}
      >
        <YAxis
          type="number"
          width={NIGHTS_LEFT}
          domain={[panel.from, panel.to]}
          allowDataOverflow
          ticks={panel.ticks.map(({ value }) => value)}
          tickFormatter={(value: number) => textAt(panel, value)}
          interval={0}
          axisLine={false}
          tickLine={false}
        />
        <XAxis
          dataKey="x"
          type="number"
          domain={[chart.from, chart.to]}
          allowDataOverflow
          height={below}
          ticks={isMain || isLast ? chart.ticks.map(({ value }) => value) : NO_TICKS}
          tickFormatter={(value: number) => chart.ticks.find((tick) => tick.value === value)?.text ?? ''}
          tick={isLast}
          tickMargin={isMain ? RELEASES_HEIGHT : 4}
          tickLine={(isMain || isLast) && { stroke: 'var(--border-strong)', strokeWidth: 1 }}
          tickSize={4}
          axisLine={{ stroke: isMain || isLast ? 'var(--border-strong)' : 'var(--grid)' }}
        />
        <Marks chart={chart} panel={panel} lane={layout.changeLane} isSmall={!isMain} />
      </ComposedChart>
    );
  });
});

function textAt({ ticks }: NightsPanel, value: number): string {
  return ticks.find((tick) => tick.value === value)?.text ?? '';
}

interface MarksProps {
  chart: NightsChart;
  panel: NightsPanel;
  lane: number;
  isSmall: boolean;
}

/**
 * A layer of the chart: what a panel shows, at the scales of its axes. The library draws its layers several times for one
 * change; paths of 2,000 nights are made once.
 */
function Marks({ chart, panel, lane, isSmall }: MarksProps) {
  const [x, y] = [useXAxisScale(), useYAxisScale()];
  const [left, right] = [Number(x?.(chart.from)), Number(x?.(chart.to))];
  const [bottom, top] = [Number(y?.(panel.from)), Number(y?.(panel.to))];
  const drawing = useMemo(() => {
    if (!(right > left) || Number.isNaN(bottom + top)) return null;
    return drawPanel(panel, chart.at, {
      x: linear([chart.from, chart.to], [left, right]),
      y: linear([panel.from, panel.to], [bottom, top]),
      left,
      right,
      lane,
      isSmall,
    });
  }, [chart, panel, lane, isSmall, left, right, bottom, top]);
  if (!drawing) return null;
  return (
    <>
      <PanelLines
        panel={panel}
        y={linear([panel.from, panel.to], [bottom, top])}
        layout={{ left, right }}
        isBare
      />
      <NightsMarks drawing={drawing} isSmall={isSmall} />
    </>
  );
}
