import type { RecordSeries } from '@basecase/db/types';
import { prepareNightCosts } from '@basecase/views/regressions';
import { numeric, ScrollTable } from '../../../../ui/table/scroll-table';
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
      <ScrollTable
        label="Costs of both levels"
        caption={`Costs of both levels: ${hint}`}
        head={['Metric', numeric('Before'), numeric('After'), numeric('Ratio'), 'Unit']}
      >
        {rows.map(({ metric, unit, before, after, ratio }) => (
          <tr key={metric}>
            <th scope="row">{metric}</th>
            <td className="num">{before}</td>
            <td className="num">{after}</td>
            <td className="num">
              <VerdictText {...ratio} />
            </td>
            <td className="dim">{unit}</td>
          </tr>
        ))}
      </ScrollTable>
      <section>
        <p className="mid">
          {capital(hint)}. {explanation ?? ''}
        </p>
        {hasCosts ? null : (
          <p className="mid">
            No hardware metrics were uploaded for this test. Run vmstat and iostat beside it to see what an
            operation costs.
          </p>
        )}
      </section>
    </>
  );
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
