export * from './correction-state';
export * from './prepare-correction';
export * from './prepare-form';
export * from './prepare-history';
export * from './prepare-preview';
