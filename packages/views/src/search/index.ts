export * from './read-search';
export * from './search-model';
export * from './search-state';
