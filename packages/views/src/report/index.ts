export { columnParts, FITS } from './column-parts';
export type { Fact } from './prepare-facts';
export { type LoadedView, toViewReport } from './view-report';
