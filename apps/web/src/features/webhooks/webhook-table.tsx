import type { WebhookRow } from '@basecase/views/webhooks';
import { pauseWebhook, removeWebhook, resumeWebhook, testWebhook } from '../../server/actions/webhooks';
import { RowAction } from '../../ui/form/row-action';
import { ScrollTable } from '../../ui/table/scroll-table';
import { Delivery } from './delivery';

/** Who is told, and what became of the last message. */
export function WebhookTable({ rows }: { rows: readonly WebhookRow[] }) {
  if (rows.length === 0) {
    return (
      <p className="inset mid">
        No webhooks yet. Add the URL of a receiver, such as a chat bridge or a CI job, and send it a test. To
        follow regressions in a feed reader, use the{' '}
        <a href="/api/v1/regressions.atom" type="application/atom+xml">
          Atom feed
        </a>
        .
      </p>
    );
  }
  return (
    <ScrollTable
      label="Webhooks"
      className="data-table hooks"
      head={['URL', 'Events', 'Last message', 'Added', 'Change']}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row" className="mono">
            {row.url}
          </th>
          <td>{row.isActive ? row.events : <strong>paused</strong>}</td>
          <td className="last">
            {row.delivery === null ? (
              <span className="dim">none so far</span>
            ) : (
              <>
                {row.last}: <Delivery delivery={row.delivery} />{' '}
                <a href={row.messagesHref} aria-current={row.isChosen ? 'true' : undefined}>
                  All messages<span className="sr-only"> to {row.url}</span>
                </a>
              </>
            )}
          </td>
          <td className="dim">{row.created}</td>
          <td>
            <div className="changes">
              {row.isActive ? (
                <>
                  <RowAction
                    id={row.id}
                    action={testWebhook}
                    label="Send a test"
                    spokenLabel={`Send a test to ${row.url}`}
                  />
                  <RowAction
                    id={row.id}
                    action={pauseWebhook}
                    label="Pause"
                    spokenLabel={`Pause ${row.url}`}
                  />
                </>
              ) : (
                <RowAction
                  id={row.id}
                  action={resumeWebhook}
                  label="Resume"
                  spokenLabel={`Resume ${row.url}`}
                />
              )}
              <RowAction
                id={row.id}
                action={removeWebhook}
                label="Remove"
                spokenLabel={`Remove ${row.url}`}
              />
            </div>
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}
