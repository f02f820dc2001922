export type { ReportControl, ReportPage } from './prepare-page';
export { reportDocument } from './report-document';
export { parseReportState } from './report-search-params';
export type { LoadedReport, Report, ReportDetail } from './report-source';
export { reportHref } from './report-state';
export type { ReportCell, ReportHead, ReportRow, ReportTable } from './report-table-model';
export { REPORTS } from './reports';
