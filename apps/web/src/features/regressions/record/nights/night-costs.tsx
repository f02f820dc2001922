import type { RecordSeries } from '@basecase/db/types';
import { prepareNightCosts } from '@basecase/views/regressions';
import { ColumnTable } from '../../../../ui/table/column-table';
import { VerdictText } from '../../../../ui/table/tile';

interface Props {
  series: RecordSeries;
  explanation: string | null;
}

/** What an operation cost at the level before, and what it costs since. */
export function NightCosts({ series, explanation }: Props) {
  const { hint, rows, hasCosts } = prepareNightCosts(series);
  return (
    <>
      <ColumnTable
        label="Costs of both levels"
        caption={`Costs of both levels: ${hint}`}
        rows={rows}
        rowKey={({ metric }) => metric}
        columns={[
          { head: 'Metric', kind: 'name', text: 'metric' },
          { head: 'Before', kind: 'number', text: 'before' },
          { head: 'After', kind: 'number', text: 'after' },
          { head: 'Ratio', kind: 'number', cell: ({ ratio }) => <VerdictText {...ratio} /> },
          { head: 'Unit', className: 'dim', text: 'unit' },
        ]}
      />
      <section>
        <p className="mid">
          {capital(hint)}. {explanation ?? ''}
        </p>
        {hasCosts ? null : (
          <p className="mid">
            No hardware metrics were uploaded for this test. Run vmstat and iostat during the test to see its
            costs per operation.
          </p>
        )}
      </section>
    </>
  );
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
