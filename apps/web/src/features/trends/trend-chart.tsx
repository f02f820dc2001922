'use client';

import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { Marker, MarkerIcon } from '../../components/marker';
import { prepareEndLabels } from './prepare-end-labels';
import type { TrendPoint, TrendSeries, TrendsModel } from './prepare-trends';

/** Height of the plot; the axis of versions lies below it. */
const PLOT_HEIGHT = 340;
const AXIS_HEIGHT = 26;
const AXIS_WIDTH = 44;
const MARGIN = { top: 10, right: 12, bottom: 0, left: 0 };
/** Drawn at this size before the browser has measured. */
const INITIAL = { width: 1080, height: PLOT_HEIGHT + AXIS_HEIGHT + MARGIN.top };
const DASHES = ['', '6 3', '2 3', '8 3 2 3'];
const TONES: Readonly<Record<string, string>> = { r: 'var(--regress)', b: 'var(--improve)' };
/** Around a point: the smallest target that WCAG 2.2 allows. */
const TARGET_RADIUS = 12;

interface Props {
  model: TrendsModel;
  description: string;
}

/** Lines over versions. Everything it shows was decided in prepare-*.ts. */
export function TrendChart({ model, description }: Props) {
  const { axis, drawn, scale, mode } = model;
  const data = axis.places.map((name, place) => ({
    place,
    name,
    ...Object.fromEntries(drawn.map(({ index, points }) => [keyOf(index), points[place]?.value ?? null])),
  }));
  return (
    <div className="trend-chart">
      <section className="plot" aria-label={description}>
        <ResponsiveContainer width="100%" height="100%" initialDimension={INITIAL}>
          <LineChart data={data} margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--grid)" />
            <YAxis
              width={AXIS_WIDTH}
              domain={[scale.from, scale.to]}
              ticks={scale.ticks.map(({ value }) => value)}
              tickFormatter={(value) => scale.ticks.find((tick) => tick.value === value)?.text ?? ''}
              interval={0}
              tickLine={false}
              axisLine={false}
            />
            <XAxis
              dataKey="place"
              type="number"
              domain={[0, Math.max(1, axis.places.length - 1)]}
              ticks={axis.places.map((_, place) => place)}
              tickFormatter={(place) => axis.places[place] ?? ''}
              interval="preserveStartEnd"
              minTickGap={12}
              height={AXIS_HEIGHT}
              padding={{ left: 16, right: 16 }}
              tickLine={false}
              axisLine={{ stroke: 'var(--border-strong)' }}
            />
            {mode === 'rel' ? (
              <ReferenceLine y={1} stroke="var(--border-control)" strokeDasharray="3 3" />
            ) : null}
            {drawn.map((series) => (
              <Line
                key={series.id}
                dataKey={keyOf(series.index)}
                stroke={series.index === 0 ? 'var(--series-1)' : 'var(--series-2)'}
                strokeWidth={1.5}
                strokeDasharray={DASHES[series.index % DASHES.length] ?? ''}
                connectNulls={false}
                isAnimationActive={false}
                activeDot={false}
                dot={(props) => <Dot key={`${series.id} ${props.index}`} {...props} series={series} />}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </section>
      <ul className="ends" aria-hidden="true">
        {prepareEndLabels(model, PLOT_HEIGHT).map(({ series, text, y }) => (
          <li key={series.id} style={{ top: y + MARGIN.top }}>
            <MarkerIcon shape={series.index} /> {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function keyOf(index: number): string {
  return `line${index}`;
}

interface DotProps {
  cx?: number;
  cy?: number;
  index?: number;
  series: TrendSeries;
}

/** A point is a link to its cell in the heatmap; its hue is its verdict. */
function Dot({ cx, cy, index, series }: DotProps) {
  const point = index === undefined ? null : (series.points[index] ?? null);
  if (cx === undefined || cy === undefined || !point) return null;
  return (
    <a
      href={point.href}
      data-line={series.index}
      data-place={point.place}
      aria-label={pointName(series, point)}
    >
      <circle cx={cx} cy={cy} r={TARGET_RADIUS} fill="transparent" />
      <Marker shape={series.index} x={cx} y={cy} color={TONES[point.level[0] ?? '']} />
    </a>
  );
}

function pointName({ label }: TrendSeries, { version, text }: TrendPoint): string {
  return `${label}, ${version}: ${text}`;
}
