export * from './report-document';
export * from './report-model';
export * from './reports';
