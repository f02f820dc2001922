import {
  type DocumentCell,
  type DocumentChart,
  type DocumentHead,
  type DocumentRow,
  type DocumentTable,
  STILL_CHART,
  stillChart,
  type ViewDocument,
} from '@basecase/views/document';
import { emphasisOf } from '@basecase/views/verdict';
import { NightsDrawing } from '../../../ui/chart/nights-drawing';
import { Marker } from '../../../ui/table/marker';
import { ReportSection } from '../../../ui/table/report-section';
import { ScrollBox } from '../../../ui/table/scroll-table';
import { levelWord } from '../../../ui/table/tile';

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
        <DocumentTableView key={table.id} table={table} />
      ))}
    </>
  );
}

/** A table of a document: nothing in it can be clicked. */
function DocumentTableView({ table }: { table: DocumentTable }) {
  const { heads, sections } = table;
  return (
    <ReportSection
      table={table}
      isTarget={false}
      className="page-section benchmark-table-section still"
      heads={heads.map((head) => ({
        label: (
          <>
            <b>{head.label}</b>
            {/* Kept when empty, so that all heads are aligned. */}
            <small>{head.isBase ? `${head.note} base`.trim() : head.note}</small>
          </>
        ),
        className: columnClass(head),
      }))}
    >
      {sections.map(({ label, rows }) => (
        <tbody key={label}>
          {label === '' ? null : (
            <tr className="still-group">
              <th scope="rowgroup" colSpan={heads.length + 1}>
                <span>{label}</span>
              </th>
            </tr>
          )}
          {rows.map((row) => (
            <Row key={row.key} row={row} heads={heads} />
          ))}
        </tbody>
      ))}
    </ReportSection>
  );
}

function Row({ row, heads }: { row: DocumentRow; heads: readonly DocumentHead[] }) {
  const { name, note, isBase, isMean, cells } = row;
  const className = [isBase ? 'is-base' : '', isMean ? 'mean' : ''].filter(Boolean).join(' ');
  return (
    <tr className={className || undefined}>
      <th scope="row" className="benchmark-name">
        <b>{name}</b>
        {note ? <span className="dim"> {note}</span> : null}
        {isBase ? <span className="pill">base</span> : null}
      </th>
      {heads.map((head, index) => (
        <Cell key={head.key} cell={cells[index]} head={head} />
      ))}
    </tr>
  );
}

function Cell({ cell, head }: { cell: DocumentCell | undefined; head: DocumentHead }) {
  if (!cell) return <td className={columnClass(head)} />;
  const { text, note, level, mark } = cell;
  const className = [columnClass(head), level ?? '', mark ? `arrow ${mark}` : ''].filter(Boolean).join(' ');
  return (
    <td className={className}>
      {text}
      {level ? <span className="sr-only">{levelWord(level)}</span> : null}
      {note ? <small> {note}</small> : null}
    </td>
  );
}

function columnClass({ isWords, starts, isBase }: DocumentHead): string {
  return [isWords ? 'words' : 'num', starts ? 'starts' : '', isBase ? 'is-base' : '']
    .filter(Boolean)
    .join(' ');
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
