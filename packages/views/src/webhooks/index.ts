export { eventNotes } from './chat-body';
export { messageBody } from './message-body';
export * from './webhooks';
