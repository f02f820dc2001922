export * from './fact-words';
export * from './measured-groups';
export * from './server-names-view';
export * from './workloads-side-by-side';
