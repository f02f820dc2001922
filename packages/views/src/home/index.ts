export { homeUrl } from './home-state';
export type { Paging } from './paging';
export { type HomeModel, prepareHome } from './prepare-home';
export type { NightsRow } from './prepare-nights';
export type { CountText, ProductCard, ReleaseCount } from './prepare-products';
export { RELEASE_CHART, type ReleaseChart, type ReleaseChartLine } from './prepare-release-chart';
