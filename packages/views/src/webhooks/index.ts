export { messageBody } from './message-body';
export * from './webhooks';
