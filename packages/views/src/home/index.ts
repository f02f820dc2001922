export * from './home-model';
export * from './home-state';
export * from './nights-rows';
export * from './release-chart';
