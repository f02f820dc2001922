export * from './prepare-tokens';
