export { believedLevel } from './believed-level';
export type { ConfounderItem, ConfoundersModel } from './prepare-confounders';
export { toneOf } from './tone-of';
