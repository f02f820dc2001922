import type { DocumentChart } from '@basecase/views/document';
import { prepareStillChart, STILL_CHART } from '@basecase/views/document';
import { emphasisOf } from '@basecase/views/verdict';
import { Marker } from '../../../ui/table/marker';
import { ScrollBox } from '../../../ui/table/scroll-table';

const DASHES = ['', '6 3', '2 3', '8 3 2 3'];
const EMPHASIS_COLOURS = { bad: 'var(--regress)', good: 'var(--improve)', plain: undefined };
const LABEL_GAP = 12;

/** Lines over versions, drawn on the server. The table next to it has the numbers. */
export function StillChart({ chart }: { chart: DocumentChart }) {
  const { description, ticks, places, referenceY, lines } = prepareStillChart(chart);
  const { width, height, left, right, bottom } = STILL_CHART;
  const plotEnd = width - right;
  return (
    <ScrollBox label="Chart" className="still-chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={description}>
        {ticks.map(({ y, text }) => (
          <g key={text}>
            <path d={`M${left} ${y}H${plotEnd}`} className="grid" />
            <text x={left - LABEL_GAP} y={y} className="tick">
              {text}
            </text>
          </g>
        ))}
        {referenceY === null ? null : <path d={`M${left} ${referenceY}H${plotEnd}`} className="reference" />}
        {places.map(({ x, text }) => (
          <text key={text} x={x} y={height - bottom / 2} className="place">
            {text}
          </text>
        ))}
        {lines.map(({ label, index, path, dots, labelY }) => (
          <g key={index}>
            <path
              d={path}
              className={index === 0 ? 'line first' : 'line'}
              strokeDasharray={DASHES[index % DASHES.length] || undefined}
            />
            {dots.map(({ x, y, level }) => (
              <Marker
                key={x}
                shape={index}
                x={x}
                y={y}
                color={EMPHASIS_COLOURS[emphasisOf(level) ?? 'plain']}
              />
            ))}
            {labelY === null ? null : (
              <>
                <Marker shape={index} x={plotEnd + LABEL_GAP} y={labelY} />
                <text x={plotEnd + 2 * LABEL_GAP} y={labelY} className="end">
                  {label}
                </text>
              </>
            )}
          </g>
        ))}
      </svg>
    </ScrollBox>
  );
}
