import type { ServerPage } from '@basecase/db/types';
import { prepareServerMerge } from '@basecase/views/server-page';
import { ScrollTable } from '../../../ui/table/scroll-table';

interface Props {
  keep: ServerPage;
  merge: ServerPage;
}

/** The facts of two servers beside each other; where they differ, they may be two machines. */
export function ServerFactsTable({ keep, merge }: Props) {
  const rows = prepareServerMerge(keep.facts, merge.facts);
  return (
    <>
      <ScrollTable
        label="Facts of both servers"
        className="data-table side-by-side"
        head={['Fact', keep.server.name, merge.server.name]}
      >
        {rows.map(({ key, label, keep: own, merge: other, differs }) => (
          <tr key={key} className={differs ? 'differs' : undefined}>
            <th scope="row">{label}</th>
            <td>{differs ? <strong>{own}</strong> : own}</td>
            <td>{differs ? <strong>{other}</strong> : other}</td>
          </tr>
        ))}
      </ScrollTable>
      {rows.some(({ differs }) => differs) ? (
        <p className="warn-note">What is marked differs: merge them only if they are one machine.</p>
      ) : null}
    </>
  );
}
