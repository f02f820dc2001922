export * from './prepare-webhooks';
export * from './webhooks-state';
