export * from './draw-report-html';
export * from './view-report';
