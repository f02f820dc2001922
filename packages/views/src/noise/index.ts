export { type NoiseState, noiseHref, parseNoiseState } from './noise-state';
export {
  atlasSentence,
  emptyAtlas,
  percentText,
  prepareAtlas,
  prepareAtlasPages,
  testName,
} from './prepare-atlas';
export {
  type NoiseGroup,
  noiseSentence,
  noiseTitle,
  prepareRefusals,
  prepareTests,
  type Strip,
  scaleText,
} from './prepare-noise';
