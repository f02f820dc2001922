import type {
  LoadedReport,
  Report,
  ReportChartLine,
  ReportCharts,
  ReportControl,
  ReportDetail,
  ReportLineChart,
  ReportPage,
  ReportTable,
} from '@basecase/views/benchmarks';
import { BENCHMARK_VIEWS, type ReportKind, toQuery } from '@basecase/views/url';
import type { ReactNode } from 'react';
import { HiddenFields } from '../../ui/form/hidden-fields';
import { NarrowDetails } from '../../ui/form/narrow-details';
import { SelectField } from '../../ui/form/select-field';
import { MetaLine, SentenceLine } from '../../ui/page/head-lines';
import { DocumentTableView } from '../../ui/table/document-table';
import { ReportForm } from './report-form';

interface Props {
  report: LoadedReport;
  /** The button that shares the view. */
  share: ReactNode;
}

/** The report of a benchmark: its sentence, its tables, then all numbers of one test. */
export function ReportScreen({ report: { page, model, notes }, share }: Props) {
  return (
    <main id="main">
      {model ? (
        <a className="skip" href="#tables">
          Skip to the tables
        </a>
      ) : null}
      <ReportHead page={page} share={share} />
      {notes.map((note) => (
        <p key={note} className={model ? 'note' : 'empty'}>
          {note}
        </p>
      ))}
      {model ? (
        <>
          <SentenceLine sentence={model.sentence} />
          <div className="page stack">
            {model.charts ? <ReportChartsView model={model.charts} /> : null}
            <div className="stack" id="tables">
              {model.tables.map((table) => (
                <ReportTableView key={table.id} table={table} />
              ))}
            </div>
            {model.detail ? <DetailSection detail={model.detail} /> : null}
          </div>
        </>
      ) : null}
    </main>
  );
}

/** All numbers of one test; the others are one click away. */
function DetailSection({ detail }: { detail: ReportDetail }) {
  const { noun, current, choices, note, tables } = detail;
  const heading = detail.heading ?? `All numbers of one ${noun}`;
  const label = detail.heading ? `${heading}, ${current}` : `All numbers of ${current}`;
  return (
    <section className="stack" id="detail" aria-label={label}>
      <div className="benchmark-choice cluster">
        <h2>{heading}</h2>
        <nav className="segments benchmark-steps" aria-label={noun}>
          {choices.map(({ key, label, href, isCurrent }) => (
            <a key={key} href={href} aria-current={isCurrent ? 'true' : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </div>
      {note ? <p className="note">{note}</p> : null}
      {tables.map((table) => (
        <ReportTableView key={table.id} table={table} />
      ))}
    </section>
  );
}

/** By the style of a line. */
const LINE_CLASSES = [
  'benchmark-line line-0',
  'benchmark-line line-1',
  'benchmark-line line-2',
  'benchmark-line line-3',
] as const;

/** Charts side by side, and the links that show or hide their lines. Everything was decided in pgbench-view.ts. */
function ReportChartsView({ model: { title, hint, choices, charts } }: { model: ReportCharts }) {
  return (
    <section className="page-section benchmark-charts" id="charts" aria-labelledby="charts-title">
      <header>
        <h2 id="charts-title">{title}</h2>
        <span className="dim">{hint}</span>
      </header>
      <nav className="benchmark-lines" aria-label="Versions in the charts">
        {choices.map(({ key, label, href, style }) => (
          <a key={key} href={`${href}#charts`} aria-current={style === null ? undefined : 'true'}>
            <Sample style={style} />
            {label}
          </a>
        ))}
      </nav>
      <div className="benchmark-chart-row">
        {charts.map((chart) => (
          <Chart key={chart.id} chart={chart} />
        ))}
      </div>
    </section>
  );
}

/** How the line of a version looks; nothing where it is not drawn. */
function Sample({ style }: { style: number | null }) {
  return (
    <svg className="benchmark-line-sample" viewBox="0 0 24 10" aria-hidden="true">
      {style === null ? null : (
        <g className={LINE_CLASSES[style]}>
          <polyline points="0,5 24,5" />
          <circle cx="12" cy="5" r="3" />
        </g>
      )}
    </svg>
  );
}

function Chart({
  chart: { id, title, description, width, height, levels, steps, reference, zone, lines },
}: {
  chart: ReportLineChart;
}) {
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={description}>
        {zone ? (
          <g className="benchmark-chart-zone">
            <rect x={zone.x} y={zone.y} width={zone.width} height={zone.height} />
          </g>
        ) : null}
        {levels.map(({ y, text }) => (
          <g key={y} className="benchmark-chart-level">
            <line x1={54} x2={width} y1={y} y2={y} />
            <text x={50} y={y + 4} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {steps.map(({ x, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are positions.
          <text key={`${id} ${index}`} x={x} y={height - 10} textAnchor="middle">
            {text}
          </text>
        ))}
        {reference === null ? null : (
          <line className="benchmark-chart-one" x1={54} x2={width} y1={reference} y2={reference} />
        )}
        {lines.map((line) => (
          <Line key={line.key} line={line} />
        ))}
        {/* Above the whiskers, which would cross it. */}
        {zone ? (
          <text className="benchmark-zone-text" x={zone.x + zone.width - 4} y={zone.y + 12} textAnchor="end">
            {zone.text}
          </text>
        ) : null}
      </svg>
    </figure>
  );
}

function Line({ line: { style, stretches, points, law } }: { line: ReportChartLine }) {
  return (
    <g className={LINE_CLASSES[style]}>
      {stretches.map((stretch) => (
        <polyline key={stretch} points={stretch} />
      ))}
      {law ? <polyline className="benchmark-law" points={law.curve} /> : null}
      {law?.peak ? (
        <circle className="benchmark-peak" cx={law.peak.x} cy={law.peak.y} r="6">
          <title>{law.peak.title}</title>
        </circle>
      ) : null}
      {points.map(({ x, y, title, text, tone, whisker }, index) => (
        <g key={x} className={tone ?? undefined}>
          {whisker ? (
            <path
              className="benchmark-whisker"
              d={`M${x} ${whisker.low}V${whisker.high}M${x - 4} ${whisker.low}h8M${x - 4} ${whisker.high}h8`}
            />
          ) : null}
          <circle cx={x} cy={y} r="3">
            <title>{title}</title>
          </circle>
          {text ? (
            // The text of the last point would be cut off at the edge.
            <text
              x={index > 0 && index === points.length - 1 ? x - 7 : x + 7}
              y={y - 7}
              textAnchor={index > 0 && index === points.length - 1 ? 'end' : 'start'}
            >
              {text}
            </text>
          ) : null}
        </g>
      ))}
    </g>
  );
}

/** One table of a report, with its links and bars. */
function ReportTableView({ table: { rows, hasLongNames, ...table } }: { table: ReportTable }) {
  return (
    <DocumentTableView
      table={{ ...table, sections: [{ label: '', rows }] }}
      isTarget
      className={hasLongNames && 'benchmark-long-names'}
    />
  );
}

interface EmptyReportProps {
  kind: ReportKind;
  lesson: Report['lesson'];
}

/** Nothing is loaded for this report: which logs to upload, and how. */
export function EmptyReport({ kind, lesson: { heading, logs, files, command, more } }: EmptyReportProps) {
  return (
    <main id="main">
      <div className="bar benchmark-empty-bar">
        <ReportLinks current={kind} />
      </div>
      <div className="empty">
        <h1>{heading}</h1>
        <p>{logs}</p>
        <p>
          <code>{files}</code>
        </p>
        <pre>{command}</pre>
        <p>
          {more} Without the command line: <a href="/upload">upload it in the browser</a>.
        </p>
      </div>
    </main>
  );
}

interface HeadProps {
  page: ReportPage;
  /** The button that shares the view. */
  share: ReactNode;
}

/** What is shown, on what, and what else may be shown. */
function ReportHead({ page, share }: HeadProps) {
  return (
    <>
      <div className="head benchmark-head">
        <div>
          <h1>
            {page.title} <span className="dim">{page.on}</span>
          </h1>
          <MetaLine parts={page.meta} />
        </div>
        <ReportLinks current={page.kind} />
        <div className="actions">
          <a
            className="button"
            href={`/compare${toQuery([
              ['server', page.heatmap.server],
              ['workload', page.heatmap.workload],
            ])}`}
          >
            Heatmap
          </a>
          {share}
        </div>
      </div>
      <div className="bar">
        <ReportForm action={`/${page.kind}`} label="View">
          <HiddenFields pairs={page.hidden} />
          <NarrowDetails label={page.controls.map(({ label }) => label).join(', ')}>
            {page.controls.map((control) => (
              <Control key={control.name} control={control} />
            ))}
          </NarrowDetails>
        </ReportForm>
      </div>
    </>
  );
}

function Control({ control: { name, label, value, choices } }: { control: ReportControl }) {
  return (
    <SelectField
      label={label}
      keepsLabel
      name={name}
      defaultValue={value}
      options={choices.map((choice) => ({ value: choice.value, text: choice.label }))}
    />
  );
}

/** The reports of all benchmarks, this one marked. */
function ReportLinks({ current }: { current: ReportKind }) {
  return (
    <nav className="segments benchmark-links" aria-label="Reports of benchmarks">
      {[...BENCHMARK_VIEWS, { kind: 'clients', name: 'Clients' }].map(({ kind, name }) => (
        <a key={kind} href={`/${kind}`} aria-current={kind === current ? 'true' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
