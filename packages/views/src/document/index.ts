export { diffDocuments, isSameDocument } from './diff-documents';
export { documentCard, documentCards } from './document-card';
export { documentText } from './document-text';
export { type AxisDrawing, drawAxis } from './draw-axis';
export { drawFrame, type FrameDrawing, type FrameText, nightsScales } from './draw-frame';
export { drawPanel, type PanelDrawing } from './draw-nights';
export { drawable } from './drawable-text';
export type { LiveStatus } from './live-status';
export type { NightKind, NightsChart, NightsPanel, NightTone } from './nights-chart';
export {
  type NightsLayout,
  nightsLayout,
  RELEASES_HEIGHT,
  SMALL_PANEL,
} from './nights-layout';
export { dateText, liveText, parserText } from './prepare-frozen-note';
export { prepareStillChart, STILL_CHART } from './prepare-still-chart';
export { CARD_LIMITS, fitTables, prepareTableImage, type TableImage } from './prepare-table-image';
export { type CardCell, type CellCard, cellClass, type TableCard } from './table-card';
export { TABLE_TYPES } from './table-types';
export {
  type DocumentCell,
  type DocumentChart,
  type DocumentHead,
  type DocumentRow,
  type DocumentTable,
  documentRows,
  documentTitle,
  sharedDocument,
  type ViewDocument,
} from './view-document';
