export { writeWhole } from './backup/backup-file';
export { BackupError, type BackupReport, RestoreRefusedError } from './backup/format';
export { restoreBackup } from './backup/restore-backup';
export { verifyBackup } from './backup/verify-backup';
export { writeBackup } from './backup/write-backup';
export { type BlobStore, openBlobStore } from './blobs/blob-store';
export { collectGarbage, describeGarbage } from './blobs/collect-garbage';
export { type Database, openDatabase } from './database';
export { ConflictError, isUnstorable, NotFoundError, SettingError, StorageFullError } from './errors';
export { addServer } from './import/add-server';
export { ingestPath } from './import/ingest-path';
export { importPublished } from './import/published/import-published';
export { PARSER_VERSION } from './import/upload-row';
export { cancelUpload, confirmUpload, reparseUpload } from './jobs/change-upload';
export { deleteUpload, describeDeletion } from './jobs/delete-upload';
export { type Enqueued, enqueueReceived } from './jobs/queue';
export { setCampaign } from './jobs/set-campaign';
export { MigrationError } from './migrations/migrations.mjs';
export { requireMigrated } from './migrations/require-migrated';
export { canonicalJson } from './permalinks/canonical-json';
export { createPermalink } from './permalinks/create-permalink';
export { getPermalink, isPublicPermalink, setPermalinkPublic } from './permalinks/get-permalink';
export { listParserVersions } from './permalinks/list-parser-versions';
export { checkHealth } from './queries/check-health';
export { checkMigrations } from './queries/check-migrations';
export { getArtifact, getArtifactLines, openArtifact } from './queries/get-artifact';
export { getCellDetails } from './queries/get-cell-details';
export { getCellEvidence } from './queries/get-cell-evidence';
export { getLogExcerpt } from './queries/get-log-excerpt';
export { getOperationFigures, type OperationFigures } from './queries/get-operation-figures';
export { getRunPage } from './queries/get-run-page';
export { getCompareView } from './queries/heatmaps/get-compare-view';
export { listBenchmarkViews } from './queries/heatmaps/list-benchmark-views';
export { listColumnSetups } from './queries/heatmaps/list-column-setups';
export { listHeatmaps } from './queries/heatmaps/list-heatmaps';
export { listProductColumns } from './queries/heatmaps/list-product-columns';
export { listProductHeatmaps } from './queries/heatmaps/list-product-heatmaps';
export { listProductViews } from './queries/heatmaps/list-product-views';
export { listTests } from './queries/heatmaps/list-tests';
export { listRunFacets, listRuns } from './queries/list-runs';
export { readSnapshot } from './queries/read-snapshot';
export { findUploadBySha256, getUpload } from './queries/uploads/get-upload';
export { findArtifactIds, listUploadFiles } from './queries/uploads/list-upload-files';
export { listUploadHeatmaps } from './queries/uploads/list-upload-heatmaps';
export { listUploads } from './queries/uploads/list-uploads';
export { listJudgedViews } from './regressions/list-judged-views';
export { listLineRecords } from './regressions/list-line-records';
export { listRegressionFacets, listRegressions } from './regressions/list-regressions';
export { getHeatmapNoise, getNoiseAtlas, listNoiseAtlas } from './regressions/noise/noise-atlas';
export {
  addExclusion,
  removeExclusion,
} from './regressions/noise/noise-exclusions';
export { recomputeRegressions } from './regressions/recompute/recompute-regressions';
export { getRegression } from './regressions/record-page/get-regression';
export { reviveExplanation } from './regressions/stored-record';
export { MAX_NOTES, saveNotes, triageMany, triageRegression } from './regressions/triage';
export { createSession, endSession, endSessionsOf, findSession, listSessions } from './sessions/sessions';
export { findStorageFull } from './storage-full';
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
