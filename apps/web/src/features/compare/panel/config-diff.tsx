import type { ConfigDiffModel } from '@basecase/views/compare';
import { ScrollTable } from '../../../ui/table/scroll-table';

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
        <ScrollTable
          label="Settings that differ"
          className="data-table settings"
          head={[
            'Setting',
            'Change',
            {
              label: (
                <>
                  {names.base} <span className="dim">base</span>
                </>
              ),
            },
            names.own,
          ]}
        >
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
        </ScrollTable>
      ) : null}
    </section>
  );
}
