export { type BlobStore, openBlobStore } from './blob-store';
export { type Database, openDatabase } from './database';
export { ConflictError, NotFoundError, SettingError } from './errors';
export { addServer } from './import/add-server';
export { type IngestOptions, ingestPath } from './import/ingest-path';
export { importPublished, type PublishedReport } from './import/published/import-published';
export { SETTING_KEYS } from './import/settings';
export { PARSER_VERSION } from './import/upload-row';
export { cancelUpload, confirmUpload, reparseUpload } from './jobs/change-upload';
export { deleteUpload, describeDeletion } from './jobs/delete-upload';
export { type Enqueued, enqueueReceived, enqueueUpload, type UploadToEnqueue } from './jobs/queue';
export { runWorker, type WorkerOptions } from './jobs/run-worker';
export { setCampaign } from './jobs/set-campaign';
export { canonicalJson } from './permalinks/canonical-json';
export { createPermalink } from './permalinks/create-permalink';
export { getPermalink } from './permalinks/get-permalink';
export { listParserVersions } from './permalinks/list-parser-versions';
export { checkHealth } from './queries/check-health';
export { ARTIFACT_PAGE_LINES, getArtifact, getArtifactLines, openArtifact } from './queries/get-artifact';
export { getCellDetails } from './queries/get-cell-details';
export { type CellAddress, getCellEvidence } from './queries/get-cell-evidence';
export { getCompareView, VIEW_METRICS } from './queries/get-compare-view';
export { getLogExcerpt, type LogLines } from './queries/get-log-excerpt';
export { getRunPage } from './queries/get-run-page';
export { findUploadBySha256, getUpload } from './queries/get-upload';
export { listBenchmarkViews } from './queries/list-benchmark-views';
export { listColumnSetups } from './queries/list-column-setups';
export { listHeatmaps } from './queries/list-heatmaps';
export { listProductColumns } from './queries/list-product-columns';
export { listProductHeatmaps } from './queries/list-product-heatmaps';
export { listProductViews } from './queries/list-product-views';
export { listRunFacets, listRuns } from './queries/list-runs';
export { listTests } from './queries/list-tests';
export { findArtifactIds, listUploadFiles } from './queries/list-upload-files';
export { listUploadHeatmaps } from './queries/list-upload-heatmaps';
export { listUploads } from './queries/list-uploads';
export { readSnapshot } from './queries/read-snapshot';
export { getRegression } from './regressions/get-regression';
export { listJudgedViews } from './regressions/list-judged-views';
export { listLineRecords } from './regressions/list-line-records';
export { listRegressionFacets, listRegressions } from './regressions/list-regressions';
export { getHeatmapNoise, getNoiseAtlas, listNoiseAtlas } from './regressions/noise-atlas';
export {
  addExclusion,
  type ExclusionToAdd,
  listExclusions,
  removeExclusion,
} from './regressions/noise-exclusions';
export { type RecomputeReport, recomputeRegressions } from './regressions/recompute-regressions';
export { reviveExplanation } from './regressions/stored-record';
export { type Edit, MAX_NOTES, saveNotes, triageMany, triageRegression } from './regressions/triage';
export { createToken, findToken, listTokens, revokeToken } from './tokens/tokens';
export type * from './types';
export {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  sendTest,
  setWebhookActive,
  WEBHOOK_EVENTS,
} from './webhooks/webhooks';
