import type { LoadedReport } from '@basecase/views/benchmarks';
import type { ReactNode } from 'react';
import { DetailSection } from './detail-section';
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
          <div className="readline">
            <p>
              <strong>{model.sentence.strong}</strong>
              {model.sentence.rest}
            </p>
          </div>
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
