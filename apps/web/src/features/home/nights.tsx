import type { NightsRow } from '@basecase/views/home';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';

/** Lines that are in sight; more are behind a button. */
const IN_SIGHT = 8;

/** Each line of nights with the tests that are at another level than the last release. */
export function Nights({ rows }: { rows: readonly NightsRow[] }) {
  const more = rows.slice(IN_SIGHT);
  return (
    <Section
      title="Nights"
      id="nights"
      hint="newest level of each test against the level of the last release"
    >
      <NightsTable label="Lines of nights" rows={rows.slice(0, IN_SIGHT)} />
      {more.length > 0 ? (
        <details className="more-lines">
          <summary>{more.length} more</summary>
          <NightsTable label="More lines of nights" rows={more} />
        </details>
      ) : null}
    </Section>
  );
}

function NightsTable({ label, rows }: { label: string; rows: readonly NightsRow[] }) {
  return (
    <ColumnTable
      label={label}
      className="data-table lately nights-list"
      rows={rows}
      columns={[
        { head: 'Server', kind: 'name', cell: ({ href, server }) => <a href={href}>{server}</a> },
        {
          head: 'Nights',
          className: 'loaded',
          cell: ({ line, nights, details }) => (
            <>
              {line}, {nights} <span className="dim">{details}</span>
            </>
          ),
        },
        {
          head: 'Newest',
          className: 'mid measured',
          cell: ({ date, newest }) => <time dateTime={date}>{newest}</time>,
        },
        { head: 'Slower', kind: 'number', cell: ({ slower }) => count(slower, 'bad arrow dn') },
        { head: 'Faster', kind: 'number', cell: ({ faster }) => count(faster, 'good arrow up') },
        { head: 'Possible', className: 'dim', text: 'possible' },
        { head: 'Since', className: 'mid', text: 'since' },
      ]}
    />
  );
}

function count({ isSome, text }: NightsRow['slower'], emphasis: string) {
  return <span className={isSome ? emphasis : 'dim'}>{text}</span>;
}
