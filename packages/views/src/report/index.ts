export * from './draw-report-html';
export * from './merge-post';
export * from './post';
export * from './view-report';
export * from './what-if';
