export { compareProblems } from './address-problems';
export {
  type BandedSelection,
  baseChange,
  type ConfigPairModel,
  columnShown,
  configPairModel,
  findCell,
  findOpenCell,
  inBand,
  isBase,
  isOneSeries,
  mainBand,
  type OpenCell,
  type PairSetting,
  toBandedSelection,
  viewTitle,
} from './bands/banded-selection';
export { bandsSentence } from './bands/bands-sentence';
export type { ChartModel, ChartPoint, PanelVerdict } from './cell/chart-model';
export type { CellDetails, ConfigDiffModel, EvidenceModel, SourceModel } from './cell/evidence-model';
export type { PairChartModel } from './cell/pair-chart-model';
export type { PanelModel } from './cell/panel-model';
export type { RoundsModel } from './cell/rounds-model';
export type { TimelinePair } from './cell/timelines-model';
export {
  ALL_COLUMNS,
  type ColumnsChange,
  chosenColumns,
  namedColumns,
  settledState,
  toggled,
  withMatching,
} from './choose-columns';
export { chooseConfigPair, SPARK_HEIGHT, toColumnSet } from './column-set';
export { type CompareState, cellText, compareHref, compareUrl } from './compare-state';
export { EXPORT_FORMATS, exportTable, shownRuns } from './export-table';
export {
  chooseHeatmap,
  chooserModel,
  type ProductElsewhere,
  productSwitch,
  productsElsewhere,
  type ServerChoice,
  type Shortcut,
  toChoices,
  toNamedHeatmaps,
} from './heatmap/chooser-model';
export { cellCard, describeView, tableCard } from './heatmap/heatmap-card';
export type { Cell } from './heatmap/heatmap-cells';
export { type PrintBlock, printBlocks } from './heatmap/heatmap-cells';
export {
  cellBeside,
  columnInBandBeside,
  type GroupModel,
  type HeatmapModel,
  heatmapModel,
  type RowModel,
} from './heatmap/heatmap-model';
export { badRunsText, bandedReadout, cellLabel, type Readout } from './heatmap/heatmap-readout';
export { reportedNote, rowSummaryCosts, summaryHeads } from './heatmap/heatmap-row-summary';
export { ruleNotes } from './heatmap/verdict-sentence';
export { type HeatmapData, toHeatmapData } from './heatmap-data';
export {
  type HeatmapSelection,
  metricLabel,
  nextSort,
  offeredMetrics,
  ofThroughput,
  toHeatmapSelection,
  withBase,
} from './heatmap-selection';
export { isOfView, toInitialPayload, withValues } from './initial-payload';
export { verdictsOf, whyNoVerdicts } from './judge-selection';
export { unitsNotes } from './notes/units-note';
export { bandConfounders, viewConfounders } from './view-confounders';
