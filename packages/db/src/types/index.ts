/** Shapes that queries return. Types only, safe to import anywhere. */

export type * from '../retention/types';
export type * from './annotations';
export type * from './artifacts';
export type * from './builds';
export type * from './cell-details';
export type * from './compare';
export type * from './corrections';
export type * from './events';
export type * from './evidence';
export type * from './merges';
export type * from './noise';
export type * from './permalinks';
export type * from './regression-page';
export type * from './regressions';
export type * from './releases';
export type * from './runs';
export type * from './search';
export type * from './series';
export type * from './server-page';
export type * from './servers';
export type * from './tokens';
export type * from './uploads';
export type * from './webhooks';
export type * from './why';
export type * from './workloads';
