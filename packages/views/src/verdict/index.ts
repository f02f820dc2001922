export { believedLevel } from './believed-level';
export { shiftText } from './column-note';
export type { ConfounderItem, ConfoundersModel } from './prepare-confounders';
export { toneOf } from './tone-of';
