export {
  type DeliveryText,
  EVENT_WORDS,
  isWebhookEvent,
  type MessageRow,
  prepareMessages,
  prepareWebhooks,
  type WebhookRow,
} from './prepare-webhooks';
export { webhooksUrl } from './webhooks-state';
