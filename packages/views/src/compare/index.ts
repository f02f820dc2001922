export { badRunsText } from './bad-runs';
export type { PairChartModel } from './cell/pair-chart-model';
export type { ChartModel, ChartPoint } from './cell/prepare-chart';
export { type ConfigDiffModel, prepareConfigDiff } from './cell/prepare-config-diff';
export {
  type CellDetails,
  type EvidenceModel,
  prepareEvidence,
  type SourceModel,
  throughputLogLines,
} from './cell/prepare-evidence';
export { type PanelModel, preparePanel } from './cell/prepare-panel';
export type { PanelVerdict } from './cell/prepare-panel-verdict';
export { prepareRepeats } from './cell/prepare-repeats';
export { prepareTimelines, type TimelinePair } from './cell/prepare-timelines';
export { ALL_COLUMNS, chosenColumns, titleOf } from './choose-columns';
export { toColumnSet } from './column-set';
export { type CompareState, cellText, compareHref, compareUrl } from './compare-state';
export { EXPORT_FORMATS, type ExportFormat, exportTable } from './export-table';
export { describeView, prepareCellCard, prepareTableCard } from './heatmap/prepare-card';
export { findCell, type OpenCell } from './heatmap/prepare-cell';
export { prepareChooser, type Shortcut, toggled } from './heatmap/prepare-chooser';
export {
  type Cell,
  type GroupModel,
  type HeatmapModel,
  prepareHeatmap,
  type RowModel,
} from './heatmap/prepare-heatmap';
export { cellLabel, prepareReadout, type Readout } from './heatmap/prepare-readout';
export { rowSummaryCosts } from './heatmap/prepare-row-summary';
export { prepareSentence } from './heatmap/prepare-sentence';
export { SPARK_HEIGHT } from './heatmap/prepare-spark';
export { columnWarnings } from './heatmap/prepare-verdict-sentence';
export { type PrintBlock, printBlocks } from './heatmap/print-blocks';
export { chooseHeatmap, type ServerChoice, toChoices } from './heatmap-choices';
export { type HeatmapData, toHeatmapData } from './heatmap-data';
export {
  columnShown,
  type HeatmapSelection,
  metricLabel,
  nextSort,
  toHeatmapSelection,
  withBase,
} from './heatmap-selection';
export { isOfView, toInitialPayload, withValues } from './initial-payload';
export { verdictsOf } from './judge-selection';
export { prepareViewConfounders } from './prepare-view-confounders';
export { whyNoVerdicts } from './why-no-verdicts';
