export * from './line-words';
