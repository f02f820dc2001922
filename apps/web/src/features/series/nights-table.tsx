import type { NightRow, NightsTable } from '@basecase/views/series';
import { memo } from 'react';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';
import { NightRatio } from './night-ratio';

/** The newest nights next to the chart, with as much of each row as fits. */
export const NewestNights = memo(function NewestNights({
  table,
  total,
}: {
  table: NightsTable;
  total: number;
}) {
  const { rows, metric, cost } = table;
  return (
    <section className="newest-nights" aria-labelledby="nights-title">
      <h2 id="nights-title">
        Nights <span className="dim">{total > rows.length ? `newest ${rows.length} of ${total}` : ''}</span>
      </h2>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">Night</th>
            <th scope="col">Commit</th>
            <th scope="col" className="num">
              {metric}
            </th>
            <th scope="col" className="num">
              Ratio
            </th>
            {cost ? (
              <th scope="col" className="num">
                {cost}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <a href={row.runHref}>{row.day}</a>
              </th>
              <td className="mono">
                <Build row={row} />
              </td>
              <td className="num">{row.valueText}</td>
              <td className="num">
                <RowRatio row={row} />
              </td>
              {cost ? <td className="num">{row.costText}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      <a className="all-of" href="#all-nights">
        All {total} nights as a table
      </a>
    </section>
  );
});

/** Everything that the chart has, a page at a time. */
export const AllNights = memo(function AllNights({ table }: { table: NightsTable }) {
  const { rows, metric, unit, base, cost } = table;
  return (
    <ScrollTable
      label="All nights, table"
      caption={`${metric} in ${unit}${base ? `, ratio to ${base}` : ''}, the newest night first`}
      className="data-table nights-table"
      head={[
        'Night',
        'Commit',
        numeric(metric),
        numeric(base ? `Ratio to ${base}` : 'Ratio'),
        numeric('Level'),
        cost ? numeric(cost) : null,
        numeric('Results'),
        'Note',
        'Run',
      ]}
    >
      {rows.map((row) => (
        <tr key={row.key}>
          <th scope="row">
            <time dateTime={row.at}>{row.day}</time>
          </th>
          <td className="mono">
            <Build row={row} />
          </td>
          <td className="num">{row.valueText}</td>
          <td className="num">
            <RowRatio row={row} />
          </td>
          <td className="num">{row.levelText}</td>
          {cost ? <td className="num">{row.costText}</td> : null}
          <td className="num">{row.repeats}</td>
          <td>{row.note}</td>
          <td>
            <a href={row.runHref} aria-label={`Run of ${row.day} ${row.build}`}>
              run
            </a>
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
});

function RowRatio({ row: { ratioText, tone, isUp, isPossible } }: { row: NightRow }) {
  return <NightRatio ratio={ratioText} tone={tone} isUp={isUp} isPossible={isPossible} />;
}

function Build({ row: { build, buildHref } }: { row: NightRow }) {
  return buildHref ? <a href={buildHref}>{build}</a> : build;
}
