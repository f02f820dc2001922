export * from './change-groups';
export * from './correction-model';
export * from './correction-state';
export * from './form-model';
