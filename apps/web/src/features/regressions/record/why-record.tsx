import type { RecordSeries, RegressionPage } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { nightCosts, recordCosts } from '@basecase/views/regressions';
import { ColumnTable } from '../../../ui/table/column-table';
import { numeric, ScrollTable } from '../../../ui/table/scroll-table';
import { VerdictText } from '../../../ui/table/tile';
import { Why } from '../../../ui/why/why';

/** Why the first bad version differs from the last good one. */
export function WhyRecord({ page, isLive }: { page: RegressionPage; isLive: boolean }) {
  const { server, workload, test, firstBad, lastGood, series } = page;
  const [own, base] = [firstBad, lastGood].map(({ version }) => versionLabel(version));
  return (
    <section className="page-section" aria-labelledby="why">
      <header>
        <h2 id="why">Why</h2>
        <span className="dim">
          {own} and {base}
        </span>
      </header>
      <Why
        query={{
          server: server.slug,
          workload: workload.slug,
          test: test.key,
          column: firstBad.column,
          base: lastGood.column,
        }}
        names={{ own: own ?? '', base: base ?? '' }}
        costs={series ? <NightCosts series={series} explanation={page.explanation} /> : <Costs page={page} />}
        livePath={isLive ? null : `/r/${page.slug}`}
      />
    </section>
  );
}

/** What the hardware paid for one operation in each version. */
function Costs({ page }: { page: RegressionPage }) {
  const model = recordCosts(page.costs, { lastGood: page.lastGood.column, firstBad: page.firstBad.column });
  if (!model) {
    return (
      <section>
        <h3>Per operation</h3>
        <p className="mid">
          No hardware metrics were uploaded for this test. Run vmstat and iostat during the test to see its
          costs per operation.
        </p>
      </section>
    );
  }
  const { heads, rows } = model;
  return (
    <ScrollTable label="Per operation" head={['Version', ...heads.map(numeric)]} hasBodies>
      <tbody>
        <tr className="block-t">
          <th colSpan={heads.length + 1} scope="rowgroup">
            Absolute
          </th>
        </tr>
        {rows.map(({ version, isFirstBad, absolute }) => (
          <tr key={version} className={isFirstBad ? 'selected' : undefined}>
            <th scope="row">{version}</th>
            {absolute.map((text, index) => (
              <td key={heads[index]} className="num">
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tbody>
        <tr className="block-t">
          <th colSpan={heads.length + 1} scope="rowgroup">
            Relative to {versionLabel(page.lastGood.version)}
          </th>
        </tr>
        {rows.map(({ version, isFirstBad, relative }) =>
          relative ? (
            <tr key={version} className={isFirstBad ? 'selected' : undefined}>
              <th scope="row">{version}</th>
              {relative.map((cell, index) => (
                <td key={heads[index]} className="num">
                  <VerdictText {...cell} />
                </td>
              ))}
            </tr>
          ) : null,
        )}
      </tbody>
    </ScrollTable>
  );
}

interface Props {
  series: RecordSeries;
  explanation: string | null;
}

/** What an operation cost at the level before, and what it costs since. */
function NightCosts({ series, explanation }: Props) {
  const { hint, rows, hasCosts } = nightCosts(series);
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
