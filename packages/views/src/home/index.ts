export type { Change } from './prepare-changes';
export { type HomeModel, prepareHome } from './prepare-home';
export type { LargestDrop, Moved, ReleaseRow } from './prepare-releases';
