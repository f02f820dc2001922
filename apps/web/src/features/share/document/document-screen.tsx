import {
  type DocumentChart,
  documentTitle,
  STILL_CHART,
  stillChart,
  type ViewDocument,
} from '@basecase/views/document';
import { emphasisOf } from '@basecase/views/verdict';
import type { ReactNode } from 'react';
import { NightsDrawing } from '../../../ui/chart/nights-panel';
import { MetaLine } from '../../../ui/page/head-lines';
import { DocumentTableView } from '../../../ui/table/document-table';
import { Marker } from '../../../ui/table/marker';
import { ScrollBox } from '../../../ui/table/scroll-table';

interface Props {
  document: ViewDocument;
  /** Says that the numbers are frozen. */
  note: ReactNode;
  share: ReactNode;
}

/** A view as it was frozen: the same sentence and the same numbers as on its page, with nothing to change. */
export function DocumentScreen({ document, note, share }: Props) {
  const { title, on, meta, sentence, notes } = document;
  return (
    <main id="main">
      <div className="head benchmark-head">
        <div>
          <h1>
            {title} <span className="dim">{on}</span>
          </h1>
          <MetaLine parts={meta} />
        </div>
        {note}
        <div className="actions">{share}</div>
      </div>
      {notes.map((each) => (
        <p key={each} className="note">
          {each}
        </p>
      ))}
      <div className="readline">
        <p>
          <strong>{sentence.strong}</strong>
          {sentence.rest}
        </p>
      </div>
      <div className="page stack">
        <DocumentBody document={document} />
      </div>
    </main>
  );
}

interface DocumentEmbedProps {
  document: ViewDocument;
  /** Address of the permalink; opens in a new tab, because this is embedded in another site. */
  href: string;
  frozenOn: string;
}

/** A frozen view without chrome and without script, for a frame in another page. */
export function DocumentEmbed({ document, href, frozenOn }: DocumentEmbedProps) {
  const { meta, sentence, notes } = document;
  return (
    <main className="embed pile" id="main">
      <h1>
        <a href={href} target="_blank" rel="noopener">
          {documentTitle(document)}
        </a>
      </h1>
      <MetaLine parts={meta} />
      <p className="mid">
        <strong>{sentence.strong}</strong>
        {sentence.rest}
      </p>
      {notes.map((note) => (
        <p key={note} className="dim">
          {note}
        </p>
      ))}
      <DocumentBody document={document} />
      <p className="dim">
        Frozen on {frozenOn}.{' '}
        <a href={href} target="_blank" rel="noopener">
          This view on Basecase
        </a>
      </p>
    </main>
  );
}

/** The chart and the tables of a document. */
function DocumentBody({ document: { chart, nights, tables } }: { document: ViewDocument }) {
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
