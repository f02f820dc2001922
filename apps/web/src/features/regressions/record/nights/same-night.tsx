import type { RegressionPage } from '@basecase/db/types';
import { prepareSameNight } from '@basecase/views/regressions';
import { VerdictCell } from '../../verdict-cell';
import { TableSection } from '../table-section';

/** All tests that changed in one night: one suspected cause. Empty if this test changed alone. */
export function SameNight({ page }: { page: RegressionPage }) {
  const model = prepareSameNight(page);
  if (!model) return null;
  const hasPlaces = model.rows.some(({ where }) => where !== '');
  return (
    <TableSection
      title="The same night"
      hint={model.sentence}
      link={
        <a className="push" href={model.href}>
          In the list
        </a>
      }
      rows={model.rows}
      rowClass={({ href }) => (href === null ? 'own' : undefined)}
      columns={[
        {
          head: 'Test',
          kind: 'name',
          cell: ({ href, test, note }) => (
            <>
              {href === null ? test : <a href={href}>{test}</a>} <span className="dim">{note}</span>
            </>
          ),
        },
        { head: 'Ratio', kind: 'number', cell: VerdictCell },
        { head: '95%', kind: 'number', className: 'mid', text: 'interval' },
        { head: 'Verdict', text: 'verdict' },
        hasPlaces ? { head: 'Where', className: 'mid', text: ({ where }) => where || 'here' } : null,
      ]}
    />
  );
}
