export { lazy } from './lazy';
export * from './words';
