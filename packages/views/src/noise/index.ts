export * from './noise-state';
export * from './prepare-atlas';
export * from './prepare-noise';
