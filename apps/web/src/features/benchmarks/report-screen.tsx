import type { LoadedReport, ReportDetail } from '@basecase/views/benchmarks';
import type { ReactNode } from 'react';
import { SentenceLine } from '../../ui/page/view-frame';
import { ReportChartsView } from './report-charts';
import { ReportHead } from './report-head';
import { ReportTableView } from './report-table';

interface Props {
  report: LoadedReport;
  /** The button that shares the view. */
  share: ReactNode;
}

/** The report of a benchmark: its sentence, its tables, then all numbers of one test. */
export function ReportScreen({ report: { page, model, notes }, share }: Props) {
  return (
    <main id="main">
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
            {model.tables.map((table) => (
              <ReportTableView key={table.id} table={table} />
            ))}
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
      <div className="benchmark-choice">
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
