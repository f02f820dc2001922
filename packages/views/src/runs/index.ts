export * from './prepare-recording';
export * from './prepare-results';
export * from './prepare-run';
export * from './runs-state';
