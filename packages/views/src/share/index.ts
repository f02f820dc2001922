export * from './document-views';
export * from './frozen-view';
export { type PageView, viewProblems } from './page-view';
