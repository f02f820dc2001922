import type { StatementLatencies } from '@basecase/db/types';
import type { ReportModel } from '../report-source';
import type { ReportState } from '../report-state';
import type { LinkTo } from '../report-view';
import { clientsCharts } from './clients-charts';
import { clientsTables, pgbenchSentence } from './clients-tables';
import type { PgbenchView } from './pgbench-view';
import { statementDetail, statementPoint } from './statement-detail';

/** Charts and tables by clients of one test, then the latencies of its statements. Null when no test ran. */
export function preparePgbench(
  report: PgbenchView,
  { state, read, linkTo }: { state: ReportState; read: readonly StatementLatencies[]; linkTo: LinkTo },
): ReportModel | null {
  const point = statementPoint(report, state.clients);
  if (!point) return null;
  return {
    sentence: pgbenchSentence(report),
    charts: clientsCharts(report, state.versions, linkTo),
    tables: clientsTables(report, linkTo),
    detail: statementDetail(report, { read, point, linkTo }),
  };
}
