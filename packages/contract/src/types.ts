/** Types only, safe to import anywhere. */
export type * from './agent';
export type * from './disclosure';
export type * from './document';
