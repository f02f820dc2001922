export { type FilesState, filesUrl, uploadHref } from './files-state';
export { prepareHeatmapLinks } from './heatmap-links';
export { prepareCampaign } from './prepare-campaign';
export { type DiagnosticRow, prepareDiagnostics } from './prepare-diagnostics';
export {
  type CampaignQuestion,
  type FileRow,
  type PreviewModel,
  prepareFiles,
  preparePreview,
  type ServerQuestion,
} from './prepare-preview';
export { prepareJobRow, prepareUploadRow, type RowAction, type RowModel } from './prepare-row';
export { prepareTable } from './prepare-table';
export type { SendJob, SendProblem, SendState } from './send-state';
export { type Better, guessForm, ROLE_LABELS, type TableForm, tableManifest } from './table-form';
export { UPLOAD_STATES, type UploadsState, uploadsHref, uploadsUrl } from './uploads-state';
