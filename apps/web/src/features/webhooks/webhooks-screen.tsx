import type { MessageRow, WebhookRow } from '@basecase/views/webhooks';
import { Section } from '../../ui/page/section';
import { AddWebhookForm } from './add-webhook-form';
import { HowToVerify } from './how-to-verify';
import { MessageTable } from './message-table';
import { WebhookTable } from './webhook-table';

export interface WebhooksModel {
  /** Null if the visitor may not see it. */
  rows: WebhookRow[] | null;
  /** Of the webhook that was chosen; null when none is. */
  messages: { url: string; rows: MessageRow[] } | null;
}

/** Receivers of new, fixed and withdrawn regressions. For admins, because a URL may hold a secret. */
export function WebhooksScreen({ rows, messages }: WebhooksModel) {
  return (
    <main id="main">
      <div className="head tokens-head">
        <div>
          <h1>Webhooks</h1>
          <p className="meta">Announce new, fixed and withdrawn regressions to other programs.</p>
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
            <a href="/api/v1/regressions.atom" type="application/atom+xml">
              Atom feed
            </a>
            .
          </p>
        ) : (
          <>
            <Section title="New webhook" hint="receives a POST for each event">
              <div className="inset">
                <AddWebhookForm />
              </div>
            </Section>
            <Section title="All webhooks">
              <WebhookTable rows={rows} />
            </Section>
            {messages === null ? null : (
              <section className="page-section" id="messages">
                <header>
                  <h2>Messages</h2>
                  <span className="dim url">the last 50 to {messages.url}</span>
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
