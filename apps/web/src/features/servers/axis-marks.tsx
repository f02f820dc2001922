import { AXIS_WIDTH, type Axis } from '@basecase/views/servers';
import { Marker } from '../../ui/table/marker';
import { MARKS_HEIGHT, shapeId, TICKS_ID } from './row-cells';

interface Props {
  axis: Axis;
  /** Each has a shape. */
  servers: number;
}

/** The scale over the marks of all rows, and what the rows draw theirs with. */
export function AxisHead({ axis, servers }: Props) {
  return (
    <svg className="axis" width={AXIS_WIDTH} height="12" aria-hidden="true">
      <defs>
        <g id={TICKS_ID}>
          {axis.ticks.map(({ x, text, isOne }) => (
            <path
              key={text}
              d={isOne ? `M${x} 0V${MARKS_HEIGHT}` : `M${x} 5V11`}
              stroke={isOne ? 'var(--border-control)' : 'var(--border-strong)'}
            />
          ))}
        </g>
        {Array.from({ length: servers }, (_, shape) => (
          <g key={shapeId(shape)} id={shapeId(shape)}>
            <Marker shape={shape} />
          </g>
        ))}
      </defs>
      {axis.ticks.map(({ x, text, isOne }) => (
        <text key={text} x={x} y="10" textAnchor="middle" className={isOne ? 'highlighted' : undefined}>
          {text}
        </text>
      ))}
    </svg>
  );
}
