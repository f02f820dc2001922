import type { SessionRow, TokenTable } from '@basecase/views/tokens';
import { endSessions, revokeToken } from '../../server/actions/tokens';
import { ColumnTable } from '../../ui/table/column-table';

/** All tokens, with a button to revoke each. */
export function TokenTableView({ rows }: { rows: TokenTable['rows'] }) {
  return (
    <ColumnTable
      label="Tokens"
      empty="No tokens yet."
      rows={rows}
      columns={[
        { head: 'Name', kind: 'name', text: 'name' },
        {
          head: 'State',
          cell: (row) => (row.revoked === null ? <RevokeForm {...row} /> : `revoked ${row.revoked}`),
        },
        { head: 'Role', text: 'role' },
        { head: 'Last used', text: 'lastUsed' },
        { head: 'Created', text: 'created' },
      ]}
    />
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

/** People signed in through a provider, with a button that signs them out everywhere. */
export function SessionTable({ rows }: { rows: SessionRow[] }) {
  return (
    <ColumnTable
      label="Signed in"
      rows={rows}
      columns={[
        { head: 'Person', kind: 'name', text: 'name' },
        {
          head: 'Sessions',
          cell: ({ id, name }) => (
            <form action={endSessions}>
              <input type="hidden" name="id" value={id} />
              <button className="button" type="submit" aria-label={`Sign ${name} out everywhere`}>
                Sign out everywhere
              </button>
            </form>
          ),
        },
        { head: 'Since', text: 'since' },
        { head: 'Until', text: 'until' },
      ]}
    />
  );
}
