export { trendsProblems } from './address-problems';
export { nightsHref } from './nights-link';
export { type ChartLine, prepareChart } from './prepare-chart';
export { prepareEndLabels } from './prepare-end-labels';
export { descriptionOf, metaOf, notesOf } from './prepare-head';
export { type Lane, prepareLane } from './prepare-lane';
export type { TrendMark } from './prepare-marks';
export type { TrendsMenu } from './prepare-menu';
export { prepareTrendReadout } from './prepare-readout';
export { prepareTrendSentence } from './prepare-sentence';
export { prepareTrends, type TrendPoint, type TrendSeries, type TrendsModel } from './prepare-trends';
export { readTrends } from './read-trends';
export type { TestOptions } from './select-tests';
export type { TrendsData } from './trends-data';
export { trendsDocument } from './trends-document';
export {
  ALL_TESTS,
  GROUP_PREFIX,
  MAX_HEATMAPS,
  TRENDS_METRICS,
  type TrendsState,
  trendsHref,
  trendsUrl,
} from './trends-state';
