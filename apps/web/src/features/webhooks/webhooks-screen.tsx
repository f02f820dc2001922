import type { DeliveryText, MessageRow, WebhookRow } from '@basecase/views/webhooks';
import {
  pauseWebhook,
  removeWebhook,
  resumeWebhook,
  sendAgain,
  testWebhook,
} from '../../server/actions/webhooks';
import { RowAction } from '../../ui/form/row-action';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';
import { AddWebhookForm, type WebhookChoices } from './add-webhook-form';

export interface WebhooksModel {
  /** Null if the visitor may not see it. */
  rows: WebhookRow[] | null;
  choices: WebhookChoices;
  /** Of the webhook that was chosen; null when none is. */
  messages: { url: string; rows: MessageRow[] } | null;
}

/** Receivers of new, fixed and withdrawn regressions. For admins, because a URL may hold a secret. */
export function WebhooksScreen({ rows, choices, messages }: WebhooksModel) {
  return (
    <main id="main">
      <div className="head tokens-head">
        <div>
          <h1>Webhooks</h1>
          <p className="meta">
            Announce new, fixed and withdrawn regressions to chats, by mail, as issues, and to programs.
          </p>
        </div>
        <div className="actions">
          <a className="button" href="/regressions">
            Regressions
          </a>
        </div>
      </div>
      <div className="page stack">
        {rows === null ? (
          <p className="page-section inset mid">
            Webhooks are for admins. <a href="/tokens">Sign in</a> with an admin token, or follow the{' '}
            <a href="/api/v1/events.atom" type="application/atom+xml">
              Atom feed
            </a>
            .
          </p>
        ) : (
          <>
            <Section
              title="New webhook"
              hint="a channel of Slack or Teams, mailto: and an address, the page of a repository, or a program"
            >
              <div className="inset">
                <AddWebhookForm choices={choices} />
              </div>
            </Section>
            <Section title="All webhooks">
              <WebhookTable rows={rows} />
            </Section>
            {messages === null ? null : (
              <section className="page-section" id="messages">
                <header>
                  <h2>Messages</h2>
                  <span className="dim anywhere">the last 50 to {messages.url}</span>
                </header>
                <MessageTable rows={messages.rows} />
              </section>
            )}
          </>
        )}
        <HowToVerify />
      </div>
    </main>
  );
}

/** Node.js, without a library: the shortest thing that is right. */
const EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// secret: as shown. headers, body: of the request; the raw body, before parsing.
const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
const signed = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${body}\`;
const expected = Buffer.from(\`v1,\${createHmac('sha256', key).update(signed).digest('base64')}\`);
const sent = Buffer.from(headers['webhook-signature'] ?? '');
const isFromHere = sent.length === expected.length && timingSafeEqual(sent, expected);`;

const MESSAGE = `{ "type": "regression.new", "timestamp": "2026-01-14T09:30:00.000Z",
  "data": { "title": "update-zipf_range=100 is slower since PostgreSQL 16.11",
            "path": "/r/update-zipf-100-16.11-k3x9q", "ratio": 0.85, … } }`;

/** What a receiver gets, and how it knows who sent it. */
function HowToVerify() {
  return (
    <Section title="What a program receives" hint="a signed POST for each record" id="verify">
      <div className="inset verify">
        <p>
          Slack and Teams get one message per version, with a sentence and a link. Programs get JSON, one
          message per test.
        </p>
        <p>
          A message names the event and the record. A test message has the type <code>webhook.test</code> and
          no record.
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>{MESSAGE}</pre>
        <p>
          A status from 200 to 299 within 10 seconds counts as delivered. Otherwise the message is retried, up
          to ten times within about four hours. Messages are signed according to{' '}
          <a href="https://www.standardwebhooks.com" rel="noreferrer">
            Standard Webhooks
          </a>
          , so its libraries can verify them. Without a library:
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0}>{EXAMPLE}</pre>
        <p>
          Reject a <code>webhook-timestamp</code> older than five minutes, and a <code>webhook-id</code> that
          you have seen: a message may arrive twice.
        </p>
      </div>
    </Section>
  );
}

/** The last messages to one webhook, with a button to send one again. */
function MessageTable({ rows }: { rows: readonly MessageRow[] }) {
  return (
    <ColumnTable
      label="Messages"
      className="data-table cards messages"
      empty="No messages in the last 30 days. Older ones are deleted."
      rows={rows}
      columns={[
        { head: 'Created', kind: 'name', text: 'made' },
        { head: 'Event', text: 'about' },
        { head: 'Status', kind: 'number', cell: ({ status }) => status || <span className="dim">none</span> },
        { head: 'Delivery', className: 'last', cell: ({ delivery }) => <Delivery delivery={delivery} /> },
        {
          head: 'Change',
          cell: ({ canSendAgain, id, made }) =>
            canSendAgain ? (
              <RowAction
                id={id}
                action={sendAgain}
                label="Send again"
                spokenLabel={`Send again the message of ${made}`}
              />
            ) : null,
        },
      ]}
    />
  );
}

const ACTIVE = [
  { action: testWebhook, label: 'Send a test', spoken: 'Send a test to' },
  { action: pauseWebhook, label: 'Pause', spoken: 'Pause' },
];
const PAUSED = [{ action: resumeWebhook, label: 'Resume', spoken: 'Resume' }];
const REMOVE = { action: removeWebhook, label: 'Remove', spoken: 'Remove' };

const NONE_YET = (
  <>
    No webhooks yet. Add the URL of a receiver, such as a chat bridge or a CI job, and send it a test. To
    follow regressions in a feed reader, use the{' '}
    <a href="/api/v1/events.atom" type="application/atom+xml">
      Atom feed
    </a>
    .
  </>
);

/** The receivers, each with the outcome of its last message. */
function WebhookTable({ rows }: { rows: readonly WebhookRow[] }) {
  return (
    <ColumnTable
      label="Webhooks"
      className="data-table cards hooks"
      empty={NONE_YET}
      rows={rows}
      columns={[
        { head: 'URL', kind: 'name', className: 'mono', text: 'url' },
        { head: 'Events', cell: (row) => <Announced row={row} /> },
        { head: 'Last message', className: 'last', cell: (row) => <LastMessage row={row} /> },
        { head: 'Added', className: 'dim', text: 'created' },
        {
          head: 'Change',
          cell: ({ id, url, isActive }) => (
            <div className="cluster">
              {[...(isActive ? ACTIVE : PAUSED), REMOVE].map(({ action, label, spoken }) => (
                <RowAction
                  key={label}
                  id={id}
                  action={action}
                  label={label}
                  spokenLabel={`${spoken} ${url}`}
                />
              ))}
            </div>
          ),
        },
      ]}
    />
  );
}

/** Events, format and filter of a webhook. */
function Announced({ row: { isActive, events, format, filter } }: { row: WebhookRow }) {
  return (
    <>
      {isActive ? events : <strong>paused</strong>}
      <small>{[format, filter].filter(Boolean).join('; ')}</small>
    </>
  );
}

function LastMessage({ row: { delivery, last, messagesHref, isChosen, url } }: { row: WebhookRow }) {
  if (delivery === null) return <span className="dim">none so far</span>;
  return (
    <>
      {last}: <Delivery delivery={delivery} />{' '}
      <a href={messagesHref} aria-current={isChosen ? 'true' : undefined}>
        All messages<span className="sr-only"> to {url}</span>
      </a>
    </>
  );
}

/** The delivery of a message, with the reason of a failed try. */
function Delivery({ delivery: { className, word, rest, error } }: { delivery: DeliveryText }) {
  return (
    <>
      <span className={className}>{word}</span>
      {rest}
      {error === '' ? null : <small>{error}</small>}
    </>
  );
}
