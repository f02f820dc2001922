export { isKindOpen } from './calibration-words';
export { shiftText } from './column-note';
export type { ConfounderItem, ConfoundersModel } from './setup-confounders';
export { believedLevel, emphasisOf, levelWord } from './verdict-trend';
