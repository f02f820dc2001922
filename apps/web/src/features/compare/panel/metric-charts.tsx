'use client';

import type { ChartModel, ChartPoint } from '@basecase/views/compare';
import { Line, ReferenceLine } from 'recharts';
import { SmallLineChart } from '../../../ui/chart/small-line-chart';

/** Drawn at this size before the browser has measured, and on the server. */
const INITIAL = { width: 184, height: 74 };
const MARGIN = { top: 2, right: 6, bottom: 0, left: 6 };
const EMPHASIS_COLOURS = { plain: 'var(--series-1)', bad: 'var(--regress)', good: 'var(--improve)' };

export function MetricCharts({ charts }: { charts: ChartModel[] }) {
  return (
    <div className="multi">
      {charts.map((chart) => (
        <MetricChart key={chart.metric} chart={chart} />
      ))}
    </div>
  );
}

/** One small chart. Everything it shows was decided in chart-model.ts. */
function MetricChart({ chart }: { chart: ChartModel }) {
  return (
    <SmallLineChart
      caption={
        <>
          <b>{chart.label}</b>
          <span>{chart.ratio}</span>
        </>
      }
      description={chart.description}
      points={chart.points}
      initial={INITIAL}
      margin={MARGIN}
      top={chart.top}
      axis={{
        domain: [0, Math.max(1, chart.points.length - 1)],
        ticks: chart.ticks,
        tick: (props) => <Tick {...props} chart={chart} />,
      }}
    >
      {chart.base === null ? null : (
        <ReferenceLine y={chart.base} stroke="var(--border-control)" strokeDasharray="2 3" />
      )}
      <Line
        dataKey="value"
        stroke="var(--series-2)"
        strokeWidth={1.25}
        isAnimationActive={false}
        activeDot={false}
        dot={(props) => <Point key={props.index} {...props} chart={chart} />}
      />
    </SmallLineChart>
  );
}

interface TickProps {
  x: number | string;
  y: number | string;
  payload: { value: number };
  chart: ChartModel;
}

function Tick({ x, y, payload, chart }: TickProps) {
  const last = chart.points.length - 1;
  const anchors = { 0: 'start', [last]: 'end' } as Record<number, 'start' | 'end'>;
  const isSelected = payload.value === chart.selected;
  return (
    <text
      x={x}
      y={Number(y) + 4}
      textAnchor={anchors[payload.value] ?? 'middle'}
      className={isSelected ? 'highlighted' : ''}
    >
      {chart.points[payload.value]?.name}
    </text>
  );
}

interface PointProps {
  cx?: number;
  cy?: number;
  payload?: ChartPoint;
  chart: ChartModel;
}

function Point({ cx, cy, payload, chart }: PointProps) {
  if (cx === undefined || cy === undefined || !payload || payload.value === null) return null;
  const isSelected = payload.x === chart.selected;
  const last = chart.points.length - 1;
  const anchor = { 0: 'start', [last]: 'end' }[payload.x] ?? 'middle';
  return (
    <g>
      <circle
        cx={cx}
        cy={cy}
        r={isSelected ? 4 : chart.radius}
        fill={EMPHASIS_COLOURS[payload.emphasis]}
        stroke="var(--surface)"
        strokeWidth={isSelected ? 1.5 : 0}
      />
      {isSelected ? (
        <text x={cx} y={cy - 7} textAnchor={anchor as 'start' | 'middle' | 'end'} className="highlighted">
          {chart.selectedText}
        </text>
      ) : null}
    </g>
  );
}
