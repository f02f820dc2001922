export {
  type CorrectState,
  correctHref,
  correctionHref,
  correctUrl,
  selectorOf,
} from './correction-state';
export { backHref, correctTitle, prepareCorrection } from './prepare-correction';
export { type FieldModel, type FormModel, prepareForm } from './prepare-form';
export { correctedSince, prepareHistory } from './prepare-history';
export { correctButton, preparePreview, undoButton } from './prepare-preview';
