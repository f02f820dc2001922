/** Types only, safe to import anywhere. */
export type * from './disclosure';
export type * from './document';
