import type { LastDelivery, WebhookView } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import {
  deliveryText,
  isWebhookEvent,
  messageRows,
  webhookRows,
  webhooksHref,
  webhooksUrl,
} from './webhooks';

const last: LastDelivery = {
  event: 'webhook.test',
  state: 'delivered',
  attempts: 1,
  status: 204,
  error: null,
  at: '2026-11-20T18:03:00.000Z',
  nextTryAt: null,
};
const webhook: WebhookView = {
  id: '7',
  url: 'https://hooks.example/basecase',
  events: ['regression.new', 'regression.fixed'],
  active: true,
  format: 'slack',
  filter: { server: 'pn53', branch: 'master', minPercent: 0 },
  digest: 'now',
  createdAt: '2026-11-19T01:00:00.000Z',
  lastDelivery: last,
};
const outcome = { state: 'waiting', attempts: 0, error: null, nextTryAt: null, deliveredAt: null } as const;

describe('the list of webhooks', () => {
  it('lists the events of each webhook and the delivery of its last message', () => {
    expect(webhookRows([webhook, { ...webhook, id: '8', lastDelivery: null }], '8')).toEqual([
      {
        id: '7',
        url: 'https://hooks.example/basecase',
        isActive: true,
        events: 'new, fixed',
        format: 'Slack',
        filter: 'server pn53, branch master, 0% or more',
        created: '19 Nov 2026',
        last: 'test',
        delivery: { className: 'tone-ok', word: 'delivered', rest: ', 20 Nov 2026, 18:03 UTC', error: '' },
        messagesHref: '/webhooks?webhook=7',
        isChosen: false,
      },
      expect.objectContaining({ id: '8', last: '', delivery: null, isChosen: true }),
    ]);
  });

  it('says of a message that waits how often it was tried, why in vain, and when again', () => {
    expect(deliveryText(outcome)).toMatchObject({
      className: 'dim',
      word: 'waiting',
      rest: ', not tried yet',
    });
    expect(
      deliveryText({
        ...outcome,
        attempts: 1,
        error: 'It answered: status 503.',
        nextTryAt: '2026-11-20T18:03:07.000Z',
      }),
    ).toEqual({
      className: 'tone-warn',
      word: 'waiting',
      rest: ' after 1 try, next 20 Nov 2026, 18:03 UTC',
      error: 'It answered: status 503.',
    });
  });

  it('says when a message was given up, and how many tries it took', () => {
    const failed = deliveryText({ ...outcome, state: 'failed', attempts: 10, error: 'no' });
    expect(failed).toEqual({
      className: 'tone-error',
      word: 'given up',
      rest: ' after 10 tries',
      error: 'no',
    });
    const late = { ...outcome, state: 'delivered', attempts: 3, deliveredAt: last.at } as const;
    expect(deliveryText(late).rest).toBe(' after 3 tries, 20 Nov 2026, 18:03 UTC');
  });

  it('offers to send again what does not wait', () => {
    const delivery = { id: '1', event: 'regression.new', status: null, createdAt: last.at } as const;
    const rows = messageRows([
      { ...delivery, ...outcome },
      { ...delivery, ...outcome, state: 'failed', attempts: 10, status: 503 },
    ]);
    expect(rows.map(({ about, status, canSendAgain }) => [about, status, canSendAgain])).toEqual([
      ['new', '', false],
      ['new', '503', true],
    ]);
  });

  it('knows all events of webhooks', () => {
    expect(['regression.new', 'webhook.test', 'toString', null].map(isWebhookEvent)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('has the webhook whose messages are listed in its URL', () => {
    const parse = (query: string) => webhooksUrl.parse(new URLSearchParams(query));
    expect(parse(webhooksHref({ webhook: '7' }).slice('/webhooks?'.length))).toEqual({ webhook: '7' });
    expect(parse('webhook=x')).toEqual({ webhook: '' });
    expect(webhooksHref({ webhook: '' })).toBe('/webhooks');
  });
});
