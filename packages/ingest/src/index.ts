export type { ArtifactSink, ArtifactWriter } from './files/artifact-sink';
export type { Progress } from './files/upload-files';
export { IngestError, type IngestErrorCode } from './ingest-error';
export { labelOf } from './label';
export { DEFAULT_LIMITS, type Limits } from './limits';
export * from './model/index';
export { readSummaryTable, type SummaryTable } from './read-summary-table';
export { type ReadOptions, readUpload, readUploadStream } from './read-upload';
