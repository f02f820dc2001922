import type { MessageRow } from '@basecase/views/webhooks';
import { sendAgain } from '../../server/actions/webhooks';
import { RowAction } from '../../ui/form/row-action';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';
import { Delivery } from './delivery';

/** The last messages to one webhook, with a button to send one again. */
export function MessageTable({ rows }: { rows: readonly MessageRow[] }) {
  if (rows.length === 0) {
    return <p className="inset mid">No messages in the last 30 days. Older ones are deleted.</p>;
  }
  return (
    <ScrollTable
      label="Messages"
      className="data-table messages"
      head={['Created', 'Event', numeric('Status'), 'Delivery', 'Change']}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">{row.made}</th>
          <td>{row.about}</td>
          <td className="num">{row.status || <span className="dim">none</span>}</td>
          <td className="last">
            <Delivery delivery={row.delivery} />
          </td>
          <td>
            {row.canSendAgain ? (
              <RowAction
                id={row.id}
                action={sendAgain}
                label="Send again"
                spokenLabel={`Send again the message of ${row.made}`}
              />
            ) : null}
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}
