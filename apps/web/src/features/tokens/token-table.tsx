import type { TokenTable } from '@basecase/views/tokens';
import { revokeToken } from '../../server/actions/tokens';
import { ScrollTable } from '../../ui/table/scroll-table';

/** Who may write, with a button to end it. */
export function TokenTableView({ rows }: { rows: TokenTable['rows'] }) {
  if (rows.length === 0) return <p className="dim inset">No tokens yet.</p>;
  return (
    <ScrollTable label="Tokens" head={['Name', 'State', 'Role', 'Last used', 'Created']}>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">{row.name}</th>
          <td>{row.revoked === null ? <RevokeForm {...row} /> : `revoked ${row.revoked}`}</td>
          <td>{row.role}</td>
          <td>{row.lastUsed}</td>
          <td>{row.created}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}

function RevokeForm({ id, name }: { id: string; name: string }) {
  return (
    <form action={revokeToken}>
      <input type="hidden" name="id" value={id} />
      <button className="button" type="submit" aria-label={`Revoke ${name}`}>
        Revoke
      </button>
    </form>
  );
}
