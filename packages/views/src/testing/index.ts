export { makePage } from './test-page';
export { testData, testServer } from './test-servers';
export { makeState, tableOf, textsOf } from './test-view';
