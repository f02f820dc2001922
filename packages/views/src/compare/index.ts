export { compareProblems } from './address-problems';
export { badRunsText } from './bad-runs';
export {
  type BandedSelection,
  columnShown,
  inBand,
  isBase,
  isOneSeries,
  mainBand,
  toBandedSelection,
} from './bands/banded-selection';
export { bandsSentence } from './bands/bands-sentence';
export { baseChange } from './bands/base-change';
export { type ColumnsChange, toggled } from './bands/change-columns';
export { ALL_COLUMNS } from './bands/choose-products';
export { type ConfigPairModel, configPairModel, type PairSetting } from './bands/config-pair-model';
export { chooseConfigPair } from './bands/config-pairs';
export {
  type ProductElsewhere,
  productSwitch,
  productsElsewhere,
} from './bands/product-switch';
export { ruleNotes } from './bands/rule-notes';
export { settledState, withMatching } from './bands/settled-state';
export { viewTitle } from './bands/view-title';
export type { ChartModel, ChartPoint } from './cell/chart-model';
export type { ConfigDiffModel } from './cell/config-diff-model';
export type { CellDetails, EvidenceModel, SourceModel } from './cell/evidence-model';
export type { PairChartModel } from './cell/pair-chart-model';
export type { PanelModel } from './cell/panel-model';
export type { PanelVerdict } from './cell/panel-verdict';
export type { RoundsModel } from './cell/rounds-model';
export type { TimelinePair } from './cell/timelines-model';
export { chosenColumns } from './choose-columns';
export { toColumnSet } from './column-set';
export { type CompareState, cellText, compareHref, compareUrl } from './compare-state';
export { EXPORT_FORMATS, type ExportFormat, exportTable } from './export-table';
export { cellBeside, columnInBandBeside } from './heatmap/cell-beside';
export { chooserModel, type Shortcut } from './heatmap/chooser-model';
export { cellCard, describeView, tableCard } from './heatmap/heatmap-card';
export { findCell, findOpenCell, type OpenCell } from './heatmap/heatmap-cell';
export type { Cell } from './heatmap/heatmap-cells';
export {
  type GroupModel,
  type HeatmapModel,
  heatmapModel,
  type RowModel,
} from './heatmap/heatmap-model';
export { bandedReadout, cellLabel, type Readout } from './heatmap/heatmap-readout';
export { rowSummaryCosts, summaryHeads } from './heatmap/heatmap-row-summary';
export { type PrintBlock, printBlocks } from './heatmap/print-blocks';
export { SPARK_HEIGHT } from './heatmap/spark-of';
export {
  chooseHeatmap,
  type ServerChoice,
  toChoices,
  toNamedHeatmaps,
} from './heatmap-choices';
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
export { verdictsOf } from './judge-selection';
export { namedColumns } from './named-columns';
export { reportedNote } from './notes/reported-costs';
export { unitsNotes } from './notes/units-note';
export { shownRuns } from './shown-runs';
export { bandConfounders, viewConfounders } from './view-confounders';
export { whyNoVerdicts } from './why-no-verdicts';
