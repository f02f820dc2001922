export * from './list/list';
export * from './list/stopped';
export * from './nights/record-data';
export * from './record/ladder-rows';
export * from './record/record-card';
export * from './record/record-lede';
export * from './record-words';
export * from './regressions-state';
