import { DetailSection } from '../detail-section';
import type { ReportPage } from '../prepare-page';
import { ReportHead, Sentence } from '../report-head';
import { ReportTableView } from '../report-table';
import type { DbBenchModel } from './prepare-db-bench';

/** byrx, iobuf and iodir side by side, then all numbers of one test. */
export function DbBenchScreen({ page, model }: { page: ReportPage; model: DbBenchModel }) {
  const { sentence, tables, detail } = model;
  return (
    <main id="main">
      <ReportHead page={page} />
      <Sentence sentence={sentence} />
      <div className="page stack">
        {tables.map((table) => (
          <ReportTableView key={table.id} table={table} />
        ))}
        {detail ? (
          <DetailSection noun="test" current={detail.test} choices={detail.tests} tables={detail.tables} />
        ) : null}
      </div>
    </main>
  );
}
