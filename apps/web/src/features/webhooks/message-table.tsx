import type { MessageRow } from '@basecase/views/webhooks';
import { sendAgain } from '../../server/actions/webhooks';
import { RowAction } from '../../ui/form/row-action';
import { ColumnTable } from '../../ui/table/column-table';
import { Delivery } from './delivery';

/** The last messages to one webhook, with a button to send one again. */
export function MessageTable({ rows }: { rows: readonly MessageRow[] }) {
  return (
    <ColumnTable
      label="Messages"
      className="data-table messages"
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
