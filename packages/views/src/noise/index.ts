export * from './noise';
