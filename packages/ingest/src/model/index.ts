export * from './benchmark';
export * from './details';
export * from './diagnostic';
export * from './formulas';
export * from './metric';
export { FAILED_RAW_DAYS } from './retention';
export * from './run';
export * from './test';
export * from './version';
