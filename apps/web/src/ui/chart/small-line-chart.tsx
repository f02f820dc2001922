'use client';

import type { ComponentProps, ReactNode } from 'react';
import { LineChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';

const AXIS_HEIGHT = 16;

interface Props {
  caption: ReactNode;
  /** Description of the chart for screen readers. */
  description: string;
  points: ComponentProps<typeof LineChart>['data'];
  /** It is drawn at this size before the browser has measured, and on the server. */
  initial: { width: number; height: number };
  margin: ComponentProps<typeof LineChart>['margin'];
  /** Upper end of the values; the lower one is 0. */
  top: number;
  axis: Pick<ComponentProps<typeof XAxis>, 'domain' | 'ticks' | 'tick'>;
  /** Its lines. */
  children: ReactNode;
}

/** The frame of a small chart: caption, values from zero, one axis. It decides nothing of what is drawn in it. */
export function SmallLineChart(props: Props) {
  const { caption, description, points, initial, margin, top, axis, children } = props;
  return (
    <figure>
      <figcaption>{caption}</figcaption>
      <div className="chart" role="img" aria-label={description}>
        <ResponsiveContainer width="100%" height="100%" initialDimension={initial}>
          <LineChart data={points} margin={margin} accessibilityLayer={false}>
            <YAxis hide domain={[0, top]} />
            <XAxis
              dataKey="x"
              type="number"
              interval={0}
              height={AXIS_HEIGHT}
              tickLine={false}
              axisLine={{ stroke: 'var(--grid)' }}
              {...axis}
            />
            {children}
          </LineChart>
        </ResponsiveContainer>
      </div>
    </figure>
  );
}
