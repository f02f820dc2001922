export { believedLevel } from './believed-level';
export { isKindOpen } from './calibration-words';
export { shiftText } from './column-note';
export { emphasisOf } from './emphasis-of';
export type { ConfounderItem, ConfoundersModel } from './setup-confounders';
