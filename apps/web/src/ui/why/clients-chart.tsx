'use client';

import type { ClientsModel } from '@basecase/views/why';
import { Line, ReferenceLine } from 'recharts';
import { SmallLineChart } from '../chart/small-line-chart';
import type { PairNames } from './pair-section';

/** Drawn at this size before the browser has measured. */
const INITIAL = { width: 580, height: 200 };
const MARGIN = { top: 14, right: 24, bottom: 0, left: 24 };

/** Throughput by clients, two lines. Everything that it shows was decided in clients-model.ts. */
export function ClientsChart({ chart, names }: { chart: ClientsModel['chart']; names: PairNames }) {
  const last = Math.max(1, chart.points.length - 1);
  const line = { isAnimationActive: false, activeDot: false, type: 'linear', connectNulls: true } as const;
  return (
    <div className="clients-chart">
      <SmallLineChart
        caption={
          <>
            <span>
              solid is {names.own}, dashed is {names.base}, from zero
            </span>
            <span className="dim">clients; the steps are not to scale</span>
          </>
        }
        description={chart.description}
        points={chart.points}
        initial={INITIAL}
        margin={MARGIN}
        top={chart.top}
        axis={{
          domain: [0, last],
          ticks: chart.points.map(({ x }) => x),
          tick: ({ x, y, payload }) => (
            <text x={x} y={Number(y) + 6} textAnchor="middle">
              {chart.points[payload.value]?.clients}
            </text>
          ),
        }}
      >
        {chart.knees.map(({ x, name }) => (
          <ReferenceLine key={name} x={x} stroke="var(--border-control)" strokeDasharray="2 3" />
        ))}
        <Line
          {...line}
          dataKey="base"
          stroke="var(--series-2)"
          strokeDasharray="3 3"
          dot={{ r: 2.5, fill: 'var(--series-2)', strokeDasharray: 'none' }}
        />
        <Line
          {...line}
          dataKey="own"
          stroke="var(--series-1)"
          strokeWidth={1.5}
          dot={({ cx, cy, payload, index }) =>
            payload?.own === null || cx === undefined || cy === undefined ? (
              <g key={index} />
            ) : (
              <circle
                key={index}
                cx={cx}
                cy={cy}
                r={payload.isChange ? 4 : 2.5}
                fill={
                  payload.isChange
                    ? payload.own < payload.base
                      ? 'var(--regress)'
                      : 'var(--improve)'
                    : 'var(--series-1)'
                }
              />
            )
          }
        />
      </SmallLineChart>
    </div>
  );
}
