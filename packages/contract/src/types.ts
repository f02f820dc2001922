/** Types only, safe to import anywhere. */
export type * from './document';
