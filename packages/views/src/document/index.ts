export * from './document-text';
export * from './draw-frame';
export * from './nights-chart';
export * from './still-chart';
export * from './table-card';
export * from './view-document';
