export * from './read-search';
export * from './search-model';
