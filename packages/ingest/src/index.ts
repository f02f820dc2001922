export { packStored } from './archive/stored-files';
export { type Explanation, explainDetection } from './detect/explain';
export type { ArtifactSink } from './files/artifact-sink';
export { boundedLines } from './files/bounded-lines';
export type { Progress } from './files/upload-files';
export { proposeLayouts } from './identity/layouts/infer-layout';
export {
  type Layout,
  type LayoutMatch,
  type LayoutValue,
  matchLayout,
  parseLayout,
} from './identity/layouts/layout-pattern';
export { type LayoutFile, type LayoutProposal, tableOfLayout } from './identity/layouts/layout-table';
export { type PartKind, type PathPart, partsOfPath } from './identity/layouts/path-parts';
export { isBesideTest, isOfTest } from './identity/names/beside-test';
export { parseDumpName, viewTitle } from './identity/names/dump-name';
export { parseRunDirectory } from './identity/names/run-directory';
export { serverClassOf } from './identity/names/server-class';
export { takeVersionBuild } from './identity/names/take-build';
export { askOf } from './identity/questions';
export {
  distinguishingText,
  fullPath,
  type NamedResult,
  type Relation,
  relateResults,
} from './identity/relate-results';
export { IngestError } from './ingest-error';
export { hasArchiveSuffix, labelOf } from './label';
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
export { type Reading, type ReadOptions, type ReadUpload, readUpload, readUploadStream } from './read-upload';
