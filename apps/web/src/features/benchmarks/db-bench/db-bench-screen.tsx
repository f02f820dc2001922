import type { DbBenchModel, ReportPage } from '@basecase/views/benchmarks';
import type { ReactNode } from 'react';
import { DetailSection } from '../detail-section';
import { ReportHead, Sentence } from '../report-head';
import { ReportTableView } from '../report-table';

interface Props {
  page: ReportPage;
  model: DbBenchModel;
  share: ReactNode;
}

/** byrx, iobuf and iodir side by side, then all numbers of one test. */
export function DbBenchScreen({ page, model, share }: Props) {
  const { sentence, tables, detail } = model;
  return (
    <main id="main">
      <ReportHead page={page} share={share} />
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
