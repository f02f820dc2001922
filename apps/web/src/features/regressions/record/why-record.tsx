import type { RecordSeries, RegressionPage } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { nightCosts, recordCosts } from '@basecase/views/regressions';
import { ColumnTable, type PageColumn } from '../../../ui/table/column-table';
import { type TileProps, VerdictText } from '../../../ui/table/tile';
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

interface CostRow {
  version: string;
  isFirstBad: boolean;
  cells: readonly (string | TileProps)[];
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
    <ColumnTable<CostRow>
      label="Per operation"
      groupClass="block-t"
      bodies={[
        { key: 'absolute', label: 'Absolute', rows: rows.map((row) => ({ ...row, cells: row.absolute })) },
        {
          key: 'relative',
          label: `Relative to ${versionLabel(page.lastGood.version)}`,
          rows: rows.flatMap((row) => (row.relative ? [{ ...row, cells: row.relative }] : [])),
        },
      ]}
      rowKey={({ version }) => version}
      rowClass={({ isFirstBad }) => (isFirstBad ? 'selected' : undefined)}
      columns={[
        { head: 'Version', kind: 'name', text: 'version' },
        ...heads.map(
          (head, index): PageColumn<CostRow> => ({
            head,
            kind: 'number',
            cell: ({ cells: { [index]: cell } }) =>
              typeof cell === 'object' ? <VerdictText {...cell} /> : cell,
          }),
        ),
      ]}
    />
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
