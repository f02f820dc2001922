import { expect, it } from 'vitest';
import { guessFormat } from './webhooks';

it.each([
  ['https://hooks.slack.com/services/T0/B0/x', 'slack'],
  ['https://HOOKS.slack.com/workflows/T0', 'slack'],
  ['https://hooks.slack-gov.com/services/T0', 'slack'],
  ['https://contoso.webhook.office.com/webhookb2/x', 'teams'],
  ['https://prod-12.westeurope.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke', 'teams'],
  [
    'https://default1.2.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/x',
    'teams',
  ],
  ['https://hooks.slack.com.example/services', 'json'],
  ['https://evilhooks.slack.com/services', 'json'],
  ['https://notlogic.azure.com/x', 'json'],
  ['https://hooks.example/?to=hooks.slack.com', 'json'],
  ['http://127.0.0.1:8080/hook', 'json'],
])('the format of %s is guessed as %s', (url, format) => {
  expect(guessFormat(new URL(url))).toBe(format);
});
