export * from './heatmap-links';
export * from './intake';
export * from './naming';
export * from './table-form';
export * from './uploads-preview';
export * from './uploads-row';
export * from './uploads-state';
