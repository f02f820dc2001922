export * from './artifact-state';
export * from './prepare-artifact';
