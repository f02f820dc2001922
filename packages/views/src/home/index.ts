export * from './home-state';
export * from './paging';
export * from './prepare-home';
export * from './prepare-nights';
export * from './prepare-products';
export * from './prepare-release-chart';
