export { packStored } from './archive/stored-files';
export { type Explanation, explainDetection } from './detect/explain';
export type { ArtifactSink } from './files/artifact-sink';
export { boundedLines } from './files/bounded-lines';
export type { Progress } from './files/upload-files';
export { proposeLayouts } from './identity/infer-layout';
export {
  type Layout,
  type LayoutMatch,
  type LayoutValue,
  matchLayout,
  parseLayout,
} from './identity/layout-pattern';
export { type LayoutFile, type LayoutProposal, tableOfLayout } from './identity/layout-table';
export { type PartKind, type PathPart, partsOfPath } from './identity/path-parts';
export { IngestError } from './ingest-error';
export { hasArchiveSuffix, labelOf } from './label';
export { isBesideTest } from './layout/beside-test';
export { parseDumpName, viewTitle } from './layout/dump-name';
export { parseRunDirectory } from './layout/run-directory';
export { serverClassOf } from './layout/server-class';
export { takeVersionBuild } from './layout/take-build';
export { MASK_VERSION } from './masking/rules/rules';
export { maskPath, maskText, maskValues, type SecretFound } from './masking/secret-masker';
export * from './model/index';
export { diffFacts } from './parsers/context/diff-facts';
export { toParquetStream } from './parsers/results-json/write/to-parquet';
export { toResultStream } from './parsers/results-json/write/to-result-stream';
export type { ShownPlace } from './pointers/find-places';
export {
  findPointer,
  MAX_POINTER_BYTES,
  mayBeJson,
  type PlacedNumber,
  readPointers,
  type WantedNumber,
} from './pointers/find-pointers';
export { type ReadDetails, readDetails } from './read-details';
export { type ReadOptions, readUpload, readUploadStream } from './read-upload';
