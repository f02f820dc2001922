import type { ResultRow, ResultsModel } from '@basecase/views/runs';
import { countText } from '@basecase/views/text';
import { ColumnTable, type PageColumn } from '../../ui/table/column-table';

/** Results of a run, test by test, with the warm-ups folded below. */
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
  return (
    <ColumnTable<ResultRow>
      label={`${label} by test`}
      className="data-table results"
      bodies={groups}
      columns={[
        {
          head: 'Test',
          kind: 'name',
          cell: ({ href, test, range }) => (
            <>
              {href ? <a href={href}>{test}</a> : test} {range ? <span className="dim">{range}</span> : null}
            </>
          ),
        },
        ...model.columns.map(
          ({ label, unit }, index): PageColumn<ResultRow> => ({
            head: (
              <>
                {label}
                {unit ? <span className="sr-only"> {unit}</span> : null}
              </>
            ),
            kind: 'number',
            text: ({ values }) => values[index],
          }),
        ),
        { head: 'Unit', className: 'dim', text: 'unit' },
        { head: 'Repeats', className: 'mid', text: ({ repeats }) => repeats || '1' },
        { head: 'Status', className: ({ status }) => (status === 'ok' ? 'mid' : undefined), text: 'status' },
      ]}
    />
  );
}
