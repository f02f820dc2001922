export * from './artifact';
export * from './artifact-state';
