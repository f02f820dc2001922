import type { AxisDrawing } from '@basecase/views/document';

/** The axis of nights under a panel. */
export function NightsAxis({ drawing: { line, isLight, ticks, dates } }: { drawing: AxisDrawing }) {
  return (
    <g className={isLight ? 'nights-axis light' : 'nights-axis'}>
      <path d={line + ticks} />
      {dates.map(({ at, x, y, text }) => (
        <text key={at} x={x} y={y} textAnchor="middle">
          {text}
        </text>
      ))}
    </g>
  );
}
