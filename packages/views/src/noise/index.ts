export * from './noise';
export * from './noise-atlas';
export * from './noise-state';
