export * from './home-model';
export * from './inbox';
export * from './visit';
