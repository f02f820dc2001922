import { ROLE_LABELS, type TableForm } from '@basecase/views/uploads';
import { ScrollBox } from '../../../ui/table/scroll-table';
import type { AskedTable } from './asked-table';

const PREVIEW_ROWS = 6;
const NOT_USED = '';

interface Props {
  sample: AskedTable['sample'];
  roles: TableForm['roles'];
  /** Id of what is wrong with the choice. */
  describedBy: string | undefined;
  onChange: (roles: TableForm['roles']) => void;
}

/** The first rows of a table, each column under a choice of what it is. */
export function ColumnsTable({ sample, roles, describedBy, onChange }: Props) {
  const choose = (index: number, chosen: string) => {
    const role = ROLE_LABELS.find((each) => each.role === chosen)?.role ?? null;
    onChange(roles.map((current, at) => (at === index ? role : current)));
  };
  const rows = sample.rows.slice(0, PREVIEW_ROWS);
  return (
    <ScrollBox label="Columns and first rows of the table">
      <table className="data-table table-columns">
        <thead>
          <tr>
            {sample.columns.map((column, index) => (
              <th key={column} scope="col">
                <span className="mono">{column}</span>
                <select
                  className="field"
                  aria-label={`${column} is`}
                  aria-describedby={describedBy}
                  value={roles[index] ?? NOT_USED}
                  onChange={(event) => choose(index, event.target.value)}
                >
                  <option value={NOT_USED}>not used</option>
                  {ROLE_LABELS.map(({ role, label }) => (
                    <option key={role} value={role}>
                      {label}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file never change their place.
            <tr key={row}>
              {sample.columns.map((column, index) => (
                <td key={column} className="mono">
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
