import type { ResultRow, ResultsModel } from '@basecase/views/runs';
import { countText } from '@basecase/views/text';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';

/** Results of a run, test by test; warm-ups are there for who looks for them. */
export function ResultsTable({ model }: { model: ResultsModel }) {
  if (model.groups.length === 0 && model.warmups.length === 0) {
    return <p className="inset mid">This run has no results.</p>;
  }
  return (
    <>
      {model.groups.length > 0 ? <Table label="Results" model={model} groups={model.groups} /> : null}
      {model.warmups.length > 0 ? (
        <details className="inset warmups">
          <summary>{countText(model.warmups.length, 'warm-up')}, left out of comparisons</summary>
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
    <ScrollTable
      label={`${label} by test`}
      className="data-table results"
      head={[
        'Test',
        ...model.columns.map((column) =>
          numeric(
            <>
              {column.label}
              {column.unit ? <span className="sr-only"> {column.unit}</span> : null}
            </>,
          ),
        ),
        'Unit',
        'Repeats',
        'Status',
      ]}
      hasBodies
    >
      {groups.map((group) => (
        <tbody key={group.key}>
          {group.label ? (
            <tr className="group-row">
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
    </ScrollTable>
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
