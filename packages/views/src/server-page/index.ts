export * from './fact-words';
export * from './measured-groups';
export * from './server-names-view';
