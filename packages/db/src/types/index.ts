/** Shapes that queries return. Types only, safe to import anywhere. */
export type * from './artifacts';
export type * from './cell-details';
export type * from './compare';
export type * from './evidence';
export type * from './noise';
export type * from './permalinks';
export type * from './regression-page';
export type * from './regressions';
export type * from './runs';
export type * from './servers';
export type * from './tokens';
export type * from './trends';
export type * from './uploads';
export type * from './webhooks';
export type * from './workloads';
