import type { ConfigDiffModel } from '@basecase/views/compare';

/** Settings that differ between the two columns. */
export function ConfigDiff({
  model,
  names,
}: {
  model: ConfigDiffModel;
  names: { own: string; base: string };
}) {
  return (
    <section>
      <h3>Config</h3>
      <p className="mid">{model.sentence}</p>
      {model.rows.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        <section className="scroll-x" tabIndex={0} aria-label="Settings that differ">
          <table className="tbl settings">
            <thead>
              <tr>
                <th scope="col">Setting</th>
                <th scope="col">Change</th>
                <th scope="col">
                  {names.base} <span className="dim">base</span>
                </th>
                <th scope="col">{names.own}</th>
              </tr>
            </thead>
            <tbody>
              {model.rows.map((row) => (
                <tr key={row.name}>
                  <th scope="row" className="mono">
                    {row.name}
                  </th>
                  <td className="dim">{row.kind}</td>
                  <td className="mono">{row.base}</td>
                  <td className="mono">{row.own}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </section>
  );
}
