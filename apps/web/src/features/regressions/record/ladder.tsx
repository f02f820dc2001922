import type { RegressionPage } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { prepareLadder, throughputWords } from '@basecase/views/regressions';
import { numeric } from '../../../ui/table/scroll-table';
import { VerdictCell } from '../verdict-cell';
import { TableSection } from './table-section';

/** The versions in release order, from which the change arrives to where it ends. */
export function Ladder({ page }: { page: RegressionPage }) {
  const { heading, scale, text } = throughputWords(page);
  const rows = prepareLadder(page.ladder, page.kind, text);
  const base = versionLabel(page.lastGood.version);
  return (
    <TableSection
      title={page.kind === 'regression' ? 'First bad version' : 'First faster version'}
      hint={`${scale} in release order, bars from zero`}
      link={
        <a className="push" href={page.comparePath}>
          Open in compare
        </a>
      }
      className="data-table ladder"
      head={[
        'Version',
        numeric(heading),
        { label: <span className="sr-only">Bar</span> },
        numeric(`to ${base}`),
        numeric('to previous'),
        numeric('results'),
      ]}
    >
      {rows.map((row) => (
        <tr
          key={row.column}
          className={
            [row.isFirstBad ? 'first-bad' : '', row.isNewLevel ? 'level' : ''].join(' ').trim() || undefined
          }
        >
          <th scope="row">
            <strong>{row.version}</strong> {row.config ? <span className="dim">{row.config}</span> : null}{' '}
            {row.role ? <span className={row.isFirstBad ? 'onset-word' : 'dim'}>{row.role}</span> : null}
          </th>
          <td className="num">{row.value}</td>
          <td className="barcell">
            {row.bar === null ? null : (
              <span className={`ladder-bar${row.isBad ? ' is-bad' : ''}`} style={{ width: `${row.bar}%` }} />
            )}
          </td>
          <td className="num">
            <VerdictCell ratio={row.ratio} verdict={row.verdict} />
          </td>
          <td className="num mid">{row.previous}</td>
          <td className="num dim">{row.runs}</td>
        </tr>
      ))}
    </TableSection>
  );
}
