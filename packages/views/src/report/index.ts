export * from './column-parts';
export * from './draw-report-html';
export * from './prepare-facts';
export * from './view-report';
