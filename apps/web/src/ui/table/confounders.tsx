import { NO_VALUE } from '@basecase/analysis';
import type { ConfounderItem, ConfoundersModel } from '@basecase/views/verdict';
import { ScrollTable } from './scroll-table';

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
      <ul>
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
      <ScrollTable label={diff.title} head={['Setting', 'Change', 'Base', 'Column']}>
        {diff.changes.map(({ name, kind, before, after }) => (
          <tr key={name}>
            <th scope="row" className="mono">
              {name}
            </th>
            <td className="dim">{kind}</td>
            <td className="mono">{before ?? NO_VALUE}</td>
            <td className="mono">{after ?? NO_VALUE}</td>
          </tr>
        ))}
      </ScrollTable>
    </details>
  );
}
