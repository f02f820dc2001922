export { lazy } from './lazy';
export * from './words';
export { markOf, Recent } from './words';
