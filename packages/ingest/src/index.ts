export { packStored } from './archive/stored-files';
export { type Explanation, explainDetection } from './detect/explain';
export type { ArtifactSink } from './files/artifact-sink';
export { boundedLines } from './files/bounded-lines';
export type { Progress } from './files/upload-files';
export { IngestError } from './ingest-error';
export { labelOf } from './label';
export { MASK_VERSION } from './masking/rules/rules';
export { maskPath, maskText, maskValues, type SecretFound } from './masking/secret-masker';
export * from './model/index';
/** @public What `diffFacts` finds between two dumps of one server is made for pages that are yet to come. */
export { diffFacts, dumpBefore } from './parsers/context/diff-facts';
export { type ReadDetails, readDetails } from './read-details';
export { type ReadOptions, readUpload, readUploadStream } from './read-upload';
