import { NO_VALUE } from '@basecase/analysis';
import type { ConfounderItem, ConfoundersModel } from '@basecase/views/verdict';
import { ColumnTable } from './column-table';

/**
 * Says what besides the version differs between the columns of a comparison: at the top of a page, or at one cell.
 * Nothing is drawn when nothing differs.
 */
export function Confounders({ model }: { model: ConfoundersModel | null }) {
  if (!model) return null;
  return (
    <div className="confounders note" role="note">
      <p>
        <strong>{model.sentence}</strong> <a href="/method#other-differences">What to do about it</a>
      </p>
      <ul className="bullets">
        {model.items.map((item) => (
          <li key={item.kind}>
            {item.sentence}
            {item.diffs.map((diff) => (
              <Diff key={diff.title} diff={diff} />
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Diff({ diff }: { diff: ConfounderItem['diffs'][number] }) {
  return (
    <details>
      <summary>{diff.title}</summary>
      <ColumnTable
        label={diff.title}
        rows={diff.changes}
        rowKey={({ name }) => name}
        columns={[
          { head: 'Setting', kind: 'name', className: 'mono', text: 'name' },
          { head: 'Change', className: 'dim', text: 'kind' },
          { head: 'Base', className: 'mono', text: ({ before }) => before ?? NO_VALUE },
          { head: 'Column', className: 'mono', text: ({ after }) => after ?? NO_VALUE },
        ]}
      />
    </details>
  );
}
