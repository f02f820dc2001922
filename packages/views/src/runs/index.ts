export * from './disclosure';
export * from './results-model';
export * from './runs-run';
