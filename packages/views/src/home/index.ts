export * from './home-model';
export * from './nights-rows';
export * from './release-chart';
