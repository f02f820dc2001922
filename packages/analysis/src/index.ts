export { type CounterChange, isCounter, sumChanges } from './counters/counter-changes';
export {
  type CounterSet,
  type RankedCounter,
  rankCounters,
} from './counters/rank-counters';
export * from './format/format';
export * from './format/printf';
export * from './matrix/build-matrix';
export { type CellResult, countedResults, type Numbers } from './matrix/cell';
export * from './matrix/diff-matrices';
export * from './matrix/how-recorded';
export * from './matrix/matches-filter';
export * from './matrix/matrix';
export { matrixOfResults } from './matrix/matrix-of-results';
export * from './matrix/pick-columns';
export * from './matrix/reported-cells';
export * from './matrix/worst-status';
export { mergeProfiles, OTHER_FRAMES } from './profile/merge-profiles';
export { ownSamples, ownShares } from './profile/own-time';
export * from './ratio/most-moved';
export * from './ratio/ratio';
export * from './ratio/steps';
export * from './ratio/verdict-level';
export * from './report/build-report';
export { SHARES_OVERLAP } from './report/change-reasons';
export * from './report/draw-report-markdown';
export type * from './report/report';
export { noChangeSentence } from './report/rule-in-force';
export * from './rounds/compared-rounds';
export * from './rounds/rounds';
export * from './series/find-breaks';
export * from './series/judge-nights';
export * from './series/judge-series';
export * from './series/judge-series-family';
export type { JudgedNights } from './series/night-cells';
export * from './series/night-verdict';
export type * from './series/series';
export * from './series/series-rule';
export * from './settings/diff-settings';
export * from './statistics/geometric-mean';
export * from './statistics/group-by';
export * from './statistics/median';
export * from './statistics/thin-series';
export { findMetric } from './table/find-metric';
export { toCsvLine, toMarkdownTable, toSheetCell } from './table/lines';
export * from './table/render-table';
export { metricName, toJsonComparison } from './table/to-json';
export * from './verdicts/index';
