export * from './diagnostic';
export * from './metric';
export * from './run';
export * from './test';
export * from './version';
