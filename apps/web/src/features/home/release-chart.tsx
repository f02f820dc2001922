import { type ReleaseChart as Chart, RELEASE_CHART, type ReleaseChartLine } from '@basecase/views/home';
import { Marker } from '../../ui/table/marker';

const DASHES = ['', '4 3', '2 3'];
const LABEL_GAP = 9;
const SMALL = 0.62;

/** Geometric means by release, drawn on the server; its description has all numbers. */
export function ReleaseChart({ chart }: { chart: Chart }) {
  const { width, height, left, right } = RELEASE_CHART;
  const end = width - right;
  return (
    <svg
      className="release-chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={chart.description}
    >
      {chart.ticks.map(({ y, text, isOne }) => (
        <g key={text}>
          <path d={`M${left} ${y}H${end}`} className={isOne ? 'one' : 'grid'} />
          <text x={left - 6} y={y + 3.5} className="tick">
            {text}
          </text>
        </g>
      ))}
      {chart.lines.map((line) => (
        <Line key={line.index} line={line} labelX={end + LABEL_GAP} />
      ))}
      {chart.places.map(({ x, text, anchor, isNewest }) => (
        <text key={text} x={x} y={height - 6} textAnchor={anchor} className={isNewest ? 'newest' : undefined}>
          {text}
        </text>
      ))}
    </svg>
  );
}

function Line({ line, labelX }: { line: ReleaseChartLine; labelX: number }) {
  const { index, path, dots, trend, label, ratio, labelY } = line;
  const last = dots.length - 1;
  return (
    <g>
      <path
        d={path}
        className={index === 0 ? 'line first' : 'line'}
        strokeDasharray={DASHES[index] || undefined}
      />
      {dots.map(({ x, y }, at) =>
        at === last && trend ? (
          <path
            key={x}
            d={trend === 'slower' ? 'M-4.2-3.2h8.4l-4.2 7z' : 'M-4.2 3.2h8.4l-4.2-7z'}
            transform={`translate(${x} ${y})`}
            className={trend}
          />
        ) : (
          <g key={x} transform={`translate(${x} ${y}) scale(${SMALL})`}>
            <Marker shape={index} />
          </g>
        ),
      )}
      <text x={labelX} y={labelY + 4} className="end">
        {label} <tspan>{ratio}</tspan>
      </text>
    </g>
  );
}
