export * from './report-document';
export * from './report-model';
export * from './report-state';
export * from './reports';
