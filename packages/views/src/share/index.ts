export * from './document-views';
export * from './frozen-document';
export * from './frozen-view';
export * from './view-path';
