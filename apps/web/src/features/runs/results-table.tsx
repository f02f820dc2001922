import type { ResultRow, ResultsModel } from '@basecase/views/runs';

/** Results of a run, test by test; warm-ups are there for who looks for them. */
export function ResultsTable({ model }: { model: ResultsModel }) {
  if (model.groups.length === 0 && model.warmups.length === 0) {
    return <p className="in mid">This run has no results.</p>;
  }
  return (
    <>
      {model.groups.length > 0 ? <Table label="Results" model={model} groups={model.groups} /> : null}
      {model.warmups.length > 0 ? (
        <details className="in warmups">
          <summary>{model.warmups.length} warm-ups, left out of comparisons</summary>
          <Table
            label="Warm-ups"
            model={model}
            groups={[{ key: 'warmups', label: '', rows: model.warmups }]}
          />
        </details>
      ) : null}
    </>
  );
}

interface TableProps {
  label: string;
  model: ResultsModel;
  groups: ResultsModel['groups'];
}

function Table({ label, model, groups }: TableProps) {
  const span = model.columns.length + 4;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <section className="scroll-x" tabIndex={0} aria-label={`${label} by test`}>
      <table className="tbl results">
        <thead>
          <tr>
            <th scope="col">Test</th>
            {model.columns.map((column) => (
              <th key={column.metric} scope="col" className="num">
                {column.label}
                {column.unit ? <span className="sr"> {column.unit}</span> : null}
              </th>
            ))}
            <th scope="col">Unit</th>
            <th scope="col">Repeats</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.key}>
            {group.label ? (
              <tr className="grp">
                <th scope="rowgroup" colSpan={span}>
                  {group.label}
                </th>
              </tr>
            ) : null}
            {group.rows.map((row) => (
              <Row key={row.key} row={row} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

function Row({ row }: { row: ResultRow }) {
  return (
    <tr>
      <th scope="row">
        {row.href ? <a href={row.href}>{row.test}</a> : row.test}{' '}
        {row.range ? <span className="dim">{row.range}</span> : null}
      </th>
      {row.values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values are positions, columns never move.
        <td key={index} className="num">
          {value}
        </td>
      ))}
      <td className="dim">{row.unit}</td>
      <td className="mid">{row.repeats || '1'}</td>
      <td className={row.status === 'ok' ? 'mid' : undefined}>{row.status}</td>
    </tr>
  );
}
