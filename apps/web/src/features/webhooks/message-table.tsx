import type { MessageRow } from '@basecase/views/webhooks';
import { sendAgain } from '../../server/actions/webhooks';
import { ChangeForm } from './change-form';
import { Delivery } from './delivery';

/** The last messages to one webhook, with a button to send one again. */
export function MessageTable({ rows }: { rows: readonly MessageRow[] }) {
  if (rows.length === 0) {
    return <p className="in mid">No message within the last 30 days; older ones are deleted.</p>;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="scroll-x" aria-label="Messages" tabIndex={0}>
      <table className="tbl messages">
        <thead>
          <tr>
            <th scope="col">Made</th>
            <th scope="col">About</th>
            <th scope="col" className="num">
              Status
            </th>
            <th scope="col">Delivery</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
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
                  <ChangeForm
                    id={row.id}
                    action={sendAgain}
                    label="Send again"
                    name={`the message of ${row.made}`}
                  />
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
