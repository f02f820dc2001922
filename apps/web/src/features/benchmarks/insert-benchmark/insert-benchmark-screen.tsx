import { DetailSection } from '../detail-section';
import type { ReportPage } from '../prepare-page';
import { ReportHead, Sentence } from '../report-head';
import { ReportTableView } from '../report-table';
import type { InsertBenchmarkModel } from './prepare-insert-benchmark';

interface Props {
  page: ReportPage;
  model: InsertBenchmarkModel;
  /** Base of a table of which only ratios were published. */
  relativeTo: string | null;
}

/** The report as its authors publish it: three tables, then all numbers of one step. */
export function InsertBenchmarkScreen({ page, model, relativeTo }: Props) {
  const { sentence, tables, detail } = model;
  return (
    <main id="main">
      <ReportHead page={page} />
      {relativeTo === null ? null : (
        <p className="note">
          Published as ratios to {relativeTo}: there is no absolute throughput and no insert rate to show.
        </p>
      )}
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
