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
export { baseChange } from './bands/base-change';
export { type ColumnsChange, toggled } from './bands/change-columns';
export { ALL_COLUMNS } from './bands/choose-products';
export { chooseConfigPair } from './bands/config-pairs';
export { prepareBandsSentence } from './bands/prepare-bands-sentence';
export { type ConfigPairModel, type PairSetting, prepareConfigPair } from './bands/prepare-config-pair';
export {
  type ProductElsewhere,
  prepareProductSwitch,
  productsElsewhere,
} from './bands/prepare-product-switch';
export { prepareRuleNotes } from './bands/prepare-rule-notes';
export { settledState, withMatching } from './bands/settled-state';
export { viewTitle } from './bands/view-title';
export type { PairChartModel } from './cell/pair-chart-model';
export type { ChartModel, ChartPoint } from './cell/prepare-chart';
export type { ConfigDiffModel } from './cell/prepare-config-diff';
export type { CellDetails, EvidenceModel, SourceModel } from './cell/prepare-evidence';
export type { PanelModel } from './cell/prepare-panel';
export type { PanelVerdict } from './cell/prepare-panel-verdict';
export type { RoundsModel } from './cell/prepare-rounds';
export type { TimelinePair } from './cell/prepare-timelines';
export { chosenColumns } from './choose-columns';
export { toColumnSet } from './column-set';
export { type CompareState, cellText, compareHref, compareUrl } from './compare-state';
export { EXPORT_FORMATS, type ExportFormat, exportTable } from './export-table';
export { cellBeside, columnInBandBeside } from './heatmap/cell-beside';
export { describeView, prepareCellCard, prepareTableCard } from './heatmap/prepare-card';
export { findCell, findOpenCell, type OpenCell } from './heatmap/prepare-cell';
export type { Cell } from './heatmap/prepare-cells';
export { prepareChooser, type Shortcut } from './heatmap/prepare-chooser';
export {
  type GroupModel,
  type HeatmapModel,
  prepareHeatmap,
  type RowModel,
} from './heatmap/prepare-heatmap';
export { cellLabel, prepareBandedReadout, type Readout } from './heatmap/prepare-readout';
export { rowSummaryCosts, summaryHeads } from './heatmap/prepare-row-summary';
export { SPARK_HEIGHT } from './heatmap/prepare-spark';
export { type PrintBlock, printBlocks } from './heatmap/print-blocks';
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
export { prepareReportedNote } from './notes/reported-costs';
export { prepareUnitsNotes } from './notes/units-note';
export { prepareBandConfounders, prepareViewConfounders } from './prepare-view-confounders';
export { shownRuns } from './shown-runs';
export { whyNoVerdicts } from './why-no-verdicts';
