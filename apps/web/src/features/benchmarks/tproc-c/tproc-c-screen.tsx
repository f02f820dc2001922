import type { ReportPage, TprocCModel } from '@basecase/views/benchmarks';
import type { ReactNode } from 'react';
import { ReportHead, Sentence } from '../report-head';
import { ReportTableView } from '../report-table';

interface Props {
  page: ReportPage;
  model: TprocCModel;
  share: ReactNode;
}

/** Virtual users × warehouses: NOPM absolute, relative, and TPM. */
export function TprocCScreen({ page, model, share }: Props) {
  return (
    <main id="main">
      <ReportHead page={page} share={share} />
      <Sentence sentence={model.sentence} />
      <div className="page stack">
        {model.tables.map((table) => (
          <ReportTableView key={table.id} table={table} />
        ))}
      </div>
    </main>
  );
}
