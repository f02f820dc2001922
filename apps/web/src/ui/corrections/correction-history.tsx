import type { CorrectionPage } from '@basecase/db/types';
import { correctionRows } from '@basecase/views/corrections';
import { countText } from '@basecase/views/text';
import { Section } from '../page/section';
import { ColumnTable } from '../table/column-table';

/** What was corrected, by whom, when and why, the newest first. Nothing where nothing was. */
export function CorrectionHistory({ page }: { page: CorrectionPage }) {
  const rows = correctionRows(page.corrections);
  if (rows.length === 0) return null;
  return (
    <Section title="History" hint="corrections, newest first; what was read is kept" id="history">
      <ColumnTable
        label="Corrections"
        className="data-table corrections"
        rows={rows}
        rowClass={({ undone }) => (undone ? 'is-undone' : undefined)}
        columns={[
          { head: 'When', kind: 'name', text: 'at' },
          { head: 'Who', text: 'by' },
          {
            head: 'What',
            className: 'wraps',
            cell: ({ changes, runs, undone }) => (
              <>
                <ul className="inline">
                  {changes.map(({ field, before, after }) => (
                    <li key={field}>
                      {field} <del>{before}</del> → <ins>{after}</ins>
                    </li>
                  ))}
                </ul>{' '}
                <span className="dim">{runs}</span>
                {undone ? <span className="pill">{undone}</span> : null}
              </>
            ),
          },
          { head: 'Reason', className: 'wraps mid', text: 'reason' },
          {
            head: '',
            cell: ({ href, undone }) => <a href={href}>{undone ? 'Details' : 'Details, undo …'}</a>,
          },
        ]}
      />
      {page.next === null ? null : (
        <p className="inset mid">
          The newest {countText(rows.length, 'correction')}; older ones are in the interface for programs.
        </p>
      )}
    </Section>
  );
}
