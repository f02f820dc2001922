export { heatmapData } from './test-heatmap-data';
export { testData, testServer } from './test-servers';
export { tableOf, textsOf } from './test-view';
