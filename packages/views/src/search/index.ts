export { pairHref, toPair } from './find-pairs';
export * from './match-catalog';
export * from './read-search';
