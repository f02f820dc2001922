export * from './trends-chart';
export * from './trends-data';
export * from './trends-document';
export * from './trends-model';
export * from './trends-page';
export * from './trends-state';
export * from './trends-words';
