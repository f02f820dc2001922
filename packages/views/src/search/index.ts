export * from './match-catalog';
export * from './read-search';
