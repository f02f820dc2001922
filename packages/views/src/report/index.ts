export { columnParts, FITS } from './column-parts';
export { drawReportHtml } from './draw-report-html';
export type { Fact } from './prepare-facts';
export { type LoadedView, toViewReport } from './view-report';
