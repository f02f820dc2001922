export * from './false-alarms';
export * from './noise';
