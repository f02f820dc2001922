import type { WebhookRow } from '@basecase/views/webhooks';
import { pauseWebhook, removeWebhook, resumeWebhook, testWebhook } from '../../server/actions/webhooks';
import { RowAction } from '../../ui/form/row-action';
import { ColumnTable } from '../../ui/table/column-table';
import { Delivery } from './delivery';

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
    <a href="/api/v1/regressions.atom" type="application/atom+xml">
      Atom feed
    </a>
    .
  </>
);

/** The receivers, each with the outcome of its last message. */
export function WebhookTable({ rows }: { rows: readonly WebhookRow[] }) {
  return (
    <ColumnTable
      label="Webhooks"
      className="data-table hooks"
      empty={NONE_YET}
      rows={rows}
      columns={[
        { head: 'URL', kind: 'name', className: 'mono', text: 'url' },
        { head: 'Events', cell: ({ isActive, events }) => (isActive ? events : <strong>paused</strong>) },
        { head: 'Last message', className: 'last', cell: (row) => <LastMessage row={row} /> },
        { head: 'Added', className: 'dim', text: 'created' },
        {
          head: 'Change',
          cell: ({ id, url, isActive }) => (
            <div className="changes">
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
