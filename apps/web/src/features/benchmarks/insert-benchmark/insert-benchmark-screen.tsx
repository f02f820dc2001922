import type { InsertBenchmarkModel, ReportPage } from '@basecase/views/benchmarks';
import type { ReactNode } from 'react';
import { DetailSection } from '../detail-section';
import { ReportHead, Sentence } from '../report-head';
import { ReportTableView } from '../report-table';

interface Props {
  page: ReportPage;
  model: InsertBenchmarkModel;
  /** What must be known to read any of it. */
  notes: readonly string[];
  share: ReactNode;
}

/** The report as its authors publish it: three tables, then all numbers of one step. */
export function InsertBenchmarkScreen({ page, model, notes, share }: Props) {
  const { sentence, tables, detail } = model;
  return (
    <main id="main">
      <ReportHead page={page} share={share} />
      {notes.map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
      <Sentence sentence={sentence} />
      <div className="page stack">
        {tables.map((table) => (
          <ReportTableView key={table.id} table={table} />
        ))}
        {detail ? (
          <DetailSection noun="step" current={detail.step} choices={detail.steps} tables={detail.tables} />
        ) : null}
      </div>
    </main>
  );
}
