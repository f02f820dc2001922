export { reportProblems } from './address-problems';
export type { ReportChartLine, ReportCharts, ReportLineChart } from './line-chart';
export type { ReportControl, ReportPage } from './prepare-page';
export { reportDocument } from './report-document';
export type { LoadedReport, Report, ReportDetail } from './report-source';
export { reportHref, reportUrl } from './report-state';
export type { ReportCell, ReportHead, ReportRow, ReportTable } from './report-table-model';
export { REPORTS } from './reports';
