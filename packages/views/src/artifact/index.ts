export * from './artifact';
