'use client';

import type { PairChartModel } from '@basecase/views/compare';
import { Line } from 'recharts';
import { SmallLineChart } from '../chart/small-line-chart';

/** Drawn at this size before the browser has measured, and on the server. */
const INITIAL = { width: 286, height: 90 };
const MARGIN = { top: 3, right: 4, bottom: 0, left: 4 };
const ALONE_RADIUS = 1.5;
const OWN = 'var(--series-1)';
const BASE = 'var(--series-2)';

/** Charts of two lines: solid is the open cell, dashed is the base. */
export function PairCharts({ charts }: { charts: PairChartModel[] }) {
  return (
    <div className="lines">
      {charts.map((chart) => (
        <PairChart key={chart.key} chart={chart} />
      ))}
    </div>
  );
}

/** One chart. Everything it shows was decided in timelines-model.ts and pair-chart-model.ts. */
function PairChart({ chart }: { chart: PairChartModel }) {
  const [first, last] = [chart.points[0]?.x ?? 0, chart.points.at(-1)?.x ?? 1];
  const line = { isAnimationActive: false, activeDot: false, strokeWidth: 1.25, type: 'linear' } as const;
  return (
    <SmallLineChart
      caption={
        <>
          <b>{chart.label}</b>
          <span>{chart.means}</span>
          <span className="dim">{chart.unit}</span>
        </>
      }
      description={chart.description}
      points={chart.points}
      initial={INITIAL}
      margin={MARGIN}
      top={chart.top}
      axis={{
        domain: first === last ? [first - 1, first + 1] : [first, last],
        ticks: chart.ticks.map(({ x }) => x),
        tick: (props) => <Tick {...props} chart={chart} range={{ first, last }} />,
      }}
    >
      <Line
        {...line}
        dataKey="base"
        stroke={BASE}
        strokeDasharray="3 3"
        dot={(props) => <Alone key={props.index} {...props} of="baseAlone" fill={BASE} />}
      />
      <Line
        {...line}
        dataKey="own"
        stroke={OWN}
        dot={(props) => <Alone key={props.index} {...props} of="ownAlone" fill={OWN} />}
      />
    </SmallLineChart>
  );
}

interface TickProps {
  x: number | string;
  y: number | string;
  payload: { value: number };
  chart: PairChartModel;
  range: { first: number; last: number };
}

/** A label at an end stays inside the chart. */
function Tick({ x, y, payload, chart, range }: TickProps) {
  const anchors = { [range.first]: 'start', [range.last]: 'end' } as Record<number, 'start' | 'end'>;
  return (
    <text x={x} y={Number(y) + 4} textAnchor={anchors[payload.value] ?? 'middle'}>
      {chart.ticks.find((tick) => tick.x === payload.value)?.text}
    </text>
  );
}

interface AloneProps {
  cx?: number;
  cy?: number;
  payload?: PairChartModel['points'][number];
  of: 'ownAlone' | 'baseAlone';
  fill: string;
}

/** One point between two gaps is a dot. */
function Alone({ cx, cy, payload, of, fill }: AloneProps) {
  if (cx === undefined || cy === undefined || !payload?.[of]) return null;
  return <circle cx={cx} cy={cy} r={ALONE_RADIUS} fill={fill} />;
}
