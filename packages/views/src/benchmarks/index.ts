export { reportDocument } from './report-document';
export type {
  LoadedReport,
  Report,
  ReportCell,
  ReportChartLine,
  ReportCharts,
  ReportControl,
  ReportDetail,
  ReportHead,
  ReportLineChart,
  ReportPage,
  ReportRow,
  ReportTable,
} from './report-model';
export { reportProblems } from './report-page';
export { reportHref, reportUrl } from './report-state';
export { REPORTS } from './reports';
