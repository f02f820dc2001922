export { heatmapData } from './test-heatmap-data';
export { TEST_PLAN } from './test-plan';
export { testData, testServer } from './test-servers';
export { tableOf, textsOf } from './test-view';
