export { markOf } from './format-change';
export { lazy } from './lazy';
export { Recent } from './recent';
export * from './words';
