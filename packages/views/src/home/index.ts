export * from './home-model';
export * from './home-state';
export * from './nights-rows';
export * from './paging';
export * from './product-card';
export * from './release-chart';
