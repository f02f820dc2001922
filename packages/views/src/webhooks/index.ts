export * from './webhooks';
export * from './webhooks-state';
