import { NO_VALUE } from '@basecase/analysis';
import type { ConfounderItem, ConfoundersModel } from '@basecase/views/verdict';

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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section className="scroll-x" tabIndex={0} aria-label={diff.title}>
        <table className="tbl">
          <thead>
            <tr>
              <th scope="col">Setting</th>
              <th scope="col">Change</th>
              <th scope="col">Base</th>
              <th scope="col">Column</th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </section>
    </details>
  );
}
