import type { SessionRow } from '@basecase/views/tokens';
import { endSessions } from '../../server/actions/tokens';
import { ScrollTable } from '../../ui/table/scroll-table';

/** Who is signed in through a provider, with a button that signs them out everywhere. */
export function SessionTable({ rows }: { rows: SessionRow[] }) {
  return (
    <ScrollTable label="Signed in" head={['Person', 'Sessions', 'Since', 'Until']}>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">{row.name}</th>
          <td>
            <form action={endSessions}>
              <input type="hidden" name="id" value={row.id} />
              <button className="button" type="submit" aria-label={`Sign ${row.name} out everywhere`}>
                Sign out everywhere
              </button>
            </form>
          </td>
          <td>{row.since}</td>
          <td>{row.until}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}
