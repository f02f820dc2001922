export * from './results-model';
export * from './runs-recording';
export * from './runs-run';
export * from './runs-state';
