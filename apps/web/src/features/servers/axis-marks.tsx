import { Marker } from '../../components/marker';
import { AXIS_WIDTH, type Axis, type AxisMark } from './prepare-axis';

const HEIGHT = 16;
const MIDDLE = HEIGHT / 2;

/** The scale over the marks of all rows. */
export function AxisHead({ axis }: { axis: Axis }) {
  return (
    <svg className="axis" width={AXIS_WIDTH} height="12" aria-hidden="true">
      {axis.ticks.map(({ x, text, isOne }) => (
        <text key={text} x={x} y="10" textAnchor="middle" className={isOne ? 'hi' : undefined}>
          {text}
        </text>
      ))}
    </svg>
  );
}

/** The ratios of one test on all servers; the numbers stand in the cells, so this says nothing to a screen reader. */
export function AxisMarks({ axis, marks }: { axis: Axis; marks: AxisMark[] }) {
  const xs = marks.map(({ x }) => x);
  return (
    <svg className="axis" width={AXIS_WIDTH} height={HEIGHT} aria-hidden="true">
      {axis.ticks.map(({ x, text, isOne }) => (
        <path
          key={text}
          d={isOne ? `M${x} 0V${HEIGHT}` : `M${x} 5V11`}
          stroke={isOne ? 'var(--border-control)' : 'var(--border-strong)'}
        />
      ))}
      {xs.length > 1 ? (
        <path d={`M${Math.min(...xs)} ${MIDDLE}H${Math.max(...xs)}`} stroke="var(--series-2)" />
      ) : null}
      {marks.map(({ shape, x, isBeyond }) => (
        <g key={shape} opacity={isBeyond ? 0.5 : undefined}>
          <Marker shape={shape} x={x} y={MIDDLE} />
        </g>
      ))}
    </svg>
  );
}
