export { reportView } from './report-document';
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
export { reportHref, reportUrl } from './report-state';
export { REPORTS } from './reports';
