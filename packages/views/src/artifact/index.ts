export { parseArtifactState } from './artifact-state';
export { type ArtifactModel, isSvg, prepareArtifact } from './prepare-artifact';
