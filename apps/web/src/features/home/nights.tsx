import type { NightsRow } from '@basecase/views/home';
import { Section } from '../../ui/page/section';
import { numeric, ScrollTable } from '../../ui/table/scroll-table';

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
    <ScrollTable
      label={label}
      className="data-table lately nights-list"
      head={['Server', 'Nights', 'Newest', numeric('Slower'), numeric('Faster'), 'Possible', 'Since']}
    >
      {rows.map((row) => (
        <tr key={row.key}>
          <th scope="row">
            <a href={row.href}>{row.server}</a>
          </th>
          <td className="loaded">
            {row.line}, {row.nights} <span className="dim">{row.details}</span>
          </td>
          <td className="mid measured">
            <time dateTime={row.date}>{row.newest}</time>
          </td>
          <td className="num">
            <span className={row.slower.isSome ? 'bad arrow dn' : 'dim'}>{row.slower.text}</span>
          </td>
          <td className="num">
            <span className={row.faster.isSome ? 'good arrow up' : 'dim'}>{row.faster.text}</span>
          </td>
          <td className="dim">{row.possible}</td>
          <td className="mid">{row.since}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}
