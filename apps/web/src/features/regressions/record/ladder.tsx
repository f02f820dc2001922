import type { RegressionPage } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { prepareLadder, throughputWords } from '@basecase/views/regressions';
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
      rows={rows}
      rowKey={({ column }) => column}
      rowClass={({ isFirstBad, isNewLevel }) =>
        [isFirstBad ? 'first-bad' : '', isNewLevel ? 'level' : ''].join(' ').trim() || undefined
      }
      columns={[
        {
          head: 'Version',
          kind: 'name',
          cell: ({ version, config, role, isFirstBad }) => (
            <>
              <strong>{version}</strong> {config ? <span className="dim">{config}</span> : null}{' '}
              {role ? <span className={isFirstBad ? 'onset-word' : 'dim'}>{role}</span> : null}
            </>
          ),
        },
        { head: heading, kind: 'number', text: 'value' },
        {
          head: <span className="sr-only">Bar</span>,
          className: 'barcell',
          cell: ({ bar, isBad }) =>
            bar === null ? null : (
              <span className={`ladder-bar${isBad ? ' is-bad' : ''}`} style={{ width: `${bar}%` }} />
            ),
        },
        { head: `to ${base}`, kind: 'number', cell: VerdictCell },
        { head: 'to previous', kind: 'number', className: 'mid', text: 'previous' },
        { head: 'results', kind: 'number', className: 'dim', text: 'runs' },
      ]}
    />
  );
}
