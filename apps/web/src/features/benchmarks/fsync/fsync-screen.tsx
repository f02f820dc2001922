import type { FsyncModel, ReportPage } from '@basecase/views/benchmarks';
import type { ReactNode } from 'react';
import { ReportHead, Sentence } from '../report-head';
import { ReportTableView } from '../report-table';

interface Props {
  page: ReportPage;
  model: FsyncModel | null;
  share: ReactNode;
}

/** Block size × sync mode × device. */
export function FsyncScreen({ page, model, share }: Props) {
  return (
    <main id="main">
      <ReportHead page={page} share={share} />
      {model ? (
        <>
          <Sentence sentence={model.sentence} />
          <div className="page stack">
            {model.tables.map((table) => (
              <ReportTableView key={table.id} table={table} />
            ))}
          </div>
        </>
      ) : (
        <p className="empty">
          None of these jobs syncs: the study runs fio with fsync=0, fsync=1, fdatasync=0 and fdatasync=1. All
          jobs are in the heatmap.
        </p>
      )}
    </main>
  );
}
