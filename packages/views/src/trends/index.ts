export { type ChartLine, endLabels, type Lane, trendChart, trendLane } from './trends-chart';
export type { TestOptions, TrendsData } from './trends-data';
export { trendsView } from './trends-document';
export type { TrendMark } from './trends-model';
export { type TrendPoint, type TrendSeries, type TrendsModel, trendsModel } from './trends-model';
export type { TrendsMenu } from './trends-page';
export { nightsHref } from './trends-page';
export {
  ALL_TESTS,
  GROUP_PREFIX,
  MAX_HEATMAPS,
  TRENDS_METRICS,
  type TrendsState,
  trendsHref,
  trendsUrl,
} from './trends-state';
export { descriptionOf, metaOf, notesOf, trendReadout, trendSentence } from './trends-words';
