export {
  DOCUMENT_KINDS,
  DOCUMENT_VIEWS,
  type DocumentKind,
  isDocumentKind,
  type ViewSource,
} from './document-views';
export { type DocumentSnapshot, type FrozenDocument, toFrozenDocument } from './frozen-document';
export { type FrozenView, toFrozenView } from './frozen-view';
export { findViewPath, type HeatmapPath, whyNotShared } from './view-path';
