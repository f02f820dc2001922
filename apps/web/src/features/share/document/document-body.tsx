import { type DocumentChart, STILL_CHART, stillChart, type ViewDocument } from '@basecase/views/document';
import { emphasisOf } from '@basecase/views/verdict';
import { NightsDrawing } from '../../../ui/chart/nights-drawing';
import { DocumentTableView } from '../../../ui/table/document-table';
import { Marker } from '../../../ui/table/marker';
import { ScrollBox } from '../../../ui/table/scroll-table';

/** The chart and the tables of a document. */
export function DocumentBody({ document: { chart, nights, tables } }: { document: ViewDocument }) {
  return (
    <>
      {chart ? <StillChart chart={chart} /> : null}
      {nights ? (
        <ScrollBox label="Chart of nights" className="still-nights">
          <NightsDrawing chart={nights} />
        </ScrollBox>
      ) : null}
      {tables.map((table) => (
        <DocumentTableView key={table.id} table={table} className="still" />
      ))}
    </>
  );
}

const DASHES = ['', '6 3', '2 3', '8 3 2 3'];
const EMPHASIS_COLOURS = { bad: 'var(--regress)', good: 'var(--improve)', plain: undefined };
const LABEL_GAP = 12;

/** Lines over versions, drawn on the server. The table next to it has the numbers. */
function StillChart({ chart }: { chart: DocumentChart }) {
  const { description, ticks, places, referenceY, lines } = stillChart(chart);
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
