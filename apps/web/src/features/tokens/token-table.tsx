import type { TokenTable } from '@basecase/views/tokens';
import { revokeToken } from '../../server/actions/tokens';

/** Who may write, with a button to end it. */
export function TokenTableView({ rows }: { rows: TokenTable['rows'] }) {
  if (rows.length === 0) return <p className="dim in">There is no token yet.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="scroll-x" aria-label="Tokens" tabIndex={0}>
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">State</th>
            <th scope="col">Role</th>
            <th scope="col">Last used</th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              <td>{row.revoked === null ? <RevokeForm {...row} /> : `revoked ${row.revoked}`}</td>
              <td>{row.role}</td>
              <td>{row.lastUsed}</td>
              <td>{row.created}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RevokeForm({ id, name }: { id: string; name: string }) {
  return (
    <form action={revokeToken}>
      <input type="hidden" name="id" value={id} />
      <button className="btn" type="submit" aria-label={`Revoke ${name}`}>
        Revoke
      </button>
    </form>
  );
}
