export { parseArtifactState } from './artifact-state';
export { type ArtifactModel, isSvg, prepareArtifact, prepareUnreadArtifact } from './prepare-artifact';
