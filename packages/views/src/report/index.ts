export * from './draw-report-html';
export * from './merge-post';
export * from './post';
export * from './post-files';
export * from './view-report';
export * from './what-if';
