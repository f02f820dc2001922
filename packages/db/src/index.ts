export { resultsJsonSchema } from '@basecase/ingest';
export { addAnnotation, listAnnotations, MAX_ANNOTATION, removeAnnotation } from './annotations/annotations';
export { writeWhole } from './backup/backup-file';
export { BackupError, type BackupReport, RestoreRefusedError } from './backup/format';
export { restoreBackup } from './backup/restore-backup';
export { verifyBackup } from './backup/verify-backup';
export { writeBackup } from './backup/write-backup';
export { type BlobStore, openBlobStore } from './blobs/blob-store';
export { collectGarbage } from './blobs/collect-garbage';
export { describeGarbage } from './blobs/describe-garbage';
export type { S3Environment } from './blobs/objects/s3/s3-settings';
export { applyCorrection } from './corrections/apply-correction';
export { CORRECTION_FIELDS, parseChanges } from './corrections/correction-fields';
export { getCorrection } from './corrections/get-correction';
export { getCorrectionTarget } from './corrections/get-correction-target';
export { listCorrections } from './corrections/list-corrections';
export { listPermalinkCorrections } from './corrections/permalinks-of';
export { previewCorrection, previewUndo } from './corrections/preview-correction';
export { undoCorrection } from './corrections/undo-correction';
export { type Database, openDatabase } from './database';
export { listWrittenSince, readEpochs } from './epochs/read-epochs';
export {
  BlobStoreError,
  ConflictError,
  NotFoundError,
  SettingError,
  StorageFullError,
} from './errors';
export { exportRuns, RUN_EXPORTS, type RunExport } from './export/export-runs';
export { listRunGroups, wholeRun } from './export/list-run-groups';
export { loadRuns } from './export/load-runs';
export { readIdentity } from './identity';
export { addServer } from './import/add-server';
export { ingestPath } from './import/ingest-path';
export { importPublished } from './import/published/import-published';
export { PARSER_VERSION } from './import/upload-row';
export { workloadSlug } from './import/workload-text';
export { cancelUpload, confirmUpload, reparseUpload } from './jobs/change-upload';
export { deleteUpload, describeDeletion } from './jobs/delete-upload';
export { type Enqueued, enqueueReceived } from './jobs/queue';
export { setCampaign } from './jobs/set-campaign';
export { followMerges } from './merges/follow-merges';
export { listMergeableWorkloads } from './merges/list-mergeable';
export { listWorkloadReads } from './merges/list-workload-reads';
export { mergeServers, previewServerMerge } from './merges/merge-servers';
export { mergeWorkloads, previewWorkloadMerge } from './merges/merge-workloads';
export { MigrationError } from './migrations/migrations.mjs';
export { requireMigrated } from './migrations/require-migrated';
export { canonicalJson } from './permalinks/canonical-json';
export { createPermalink } from './permalinks/create-permalink';
export { hasFrozenRuns, loadFrozenRuns, packRuns } from './permalinks/frozen-runs';
export { getPermalink, isPublicPermalink, setPermalinkPublic } from './permalinks/get-permalink';
export { listParserVersions } from './permalinks/list-parser-versions';
export { checkHealth } from './queries/check-health';
export { checkMigrations } from './queries/check-migrations';
export { getArtifact, getArtifactLines, openArtifact } from './queries/get-artifact';
export { getCellDetails } from './queries/get-cell-details';
export { type CellAddress, getCellEvidence } from './queries/get-cell-evidence';
export { getLogExcerpt } from './queries/get-log-excerpt';
export { getOperationFigures, type OperationFigures } from './queries/get-operation-figures';
export { getRunPage } from './queries/get-run-page';
export { getCompareView } from './queries/heatmaps/get-compare-view';
export { listBenchmarkViews } from './queries/heatmaps/list-benchmark-views';
export { listColumnSetups } from './queries/heatmaps/list-column-setups';
export { listHeatmapReleases } from './queries/heatmaps/list-heatmap-releases';
export { listHeatmaps } from './queries/heatmaps/list-heatmaps';
export { listProductColumns } from './queries/heatmaps/list-product-columns';
export { listProductHeatmaps } from './queries/heatmaps/list-product-heatmaps';
export { listProductViews } from './queries/heatmaps/list-product-views';
export { listTests } from './queries/heatmaps/list-tests';
export { listRunFacets, listRuns } from './queries/list-runs';
export { listServers } from './queries/list-servers';
export { listSearchCells, listSearchRecords, listSearchUploads } from './queries/search/list-found';
export { countSearched, readSearchCatalog } from './queries/search/read-catalog';
export { getLatestFacts } from './queries/series/get-latest-facts';
export { getLineHistory } from './queries/series/get-line-history';
export { getSeries } from './queries/series/get-series';
export { getSeriesOverview } from './queries/series/get-series-overview';
export { listSeriesLines, listSeriesSummaries } from './queries/series/list-series-lines';
export { findUploadBySha256, getUpload } from './queries/uploads/get-upload';
export { listServersOfNoKind } from './queries/uploads/list-servers-of-no-kind';
export { findArtifactIds, listUploadFiles } from './queries/uploads/list-upload-files';
export { listUploadHeatmaps } from './queries/uploads/list-upload-heatmaps';
export { listUploads } from './queries/uploads/list-uploads';
export { getCellCounters } from './queries/why/get-cell-counters';
export { getCellProfile } from './queries/why/get-cell-profile';
export { getClientCurve } from './queries/why/get-client-curve';
export { listStatementLatencies } from './queries/why/list-statement-latencies';
export { listRegressionFacets } from './regressions/list/list-facets';
export { listLineRecords } from './regressions/list-line-records';
export { listRegressions } from './regressions/list-regressions';
export { getHeatmapNoise, getNoiseAtlas, listNoiseAtlas } from './regressions/noise/noise-atlas';
export {
  addExclusion,
  removeExclusion,
} from './regressions/noise/noise-exclusions';
export { recomputeRegressions } from './regressions/recompute/recompute-regressions';
export { getRegression } from './regressions/record-page/get-regression';
export { recordTitle } from './regressions/record-title';
export { reviveExplanation } from './regressions/stored-record';
export { MAX_NOTES, saveNotes, triageMany, triageRegression } from './regressions/triage';
export { describeRetention } from './retention/describe-retention';
export { retain } from './retention/retain';
export { parseRetentionDays, readRetentionRule } from './retention/retention-rule';
export { getServerPage } from './servers/get-server-page';
export { MAX_CORES, MAX_FACT, MAX_MEMORY_BYTES, parseMemory, SERVER_FACTS } from './servers/server-facts';
export { setServerFacts, undoServerFact } from './servers/set-server-facts';
export { createSession, endSession, endSessionsOf, findSession, listSessions } from './sessions/sessions';
export { isS3Location } from './settings/blob-location.mjs';
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
