export * from './column-parts';
export * from './draw-report-html';
export * from './report-facts';
export * from './view-report';
