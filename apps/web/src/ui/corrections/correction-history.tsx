import type { CorrectionPage } from '@basecase/db/types';
import { prepareHistory } from '@basecase/views/corrections';
import { countText } from '@basecase/views/text';
import { Section } from '../page/section';
import { ScrollTable } from '../table/scroll-table';

/** What was corrected, by whom, when and why, the newest first. Nothing where nothing was. */
export function CorrectionHistory({ page }: { page: CorrectionPage }) {
  const rows = prepareHistory(page.corrections);
  if (rows.length === 0) return null;
  return (
    <Section title="History" hint="corrections, newest first; what was read is kept" id="history">
      <ScrollTable
        label="Corrections"
        className="data-table corrections"
        head={['When', 'Who', 'What', 'Reason', '']}
      >
        {rows.map(({ key, href, at, by, changes, runs, reason, undone }) => (
          <tr key={key} className={undone ? 'is-undone' : undefined}>
            <th scope="row">{at}</th>
            <td>{by}</td>
            <td className="wraps">
              <ul className="inline">
                {changes.map(({ field, before, after }) => (
                  <li key={field}>
                    {field} <del>{before}</del> → <ins>{after}</ins>
                  </li>
                ))}
              </ul>{' '}
              <span className="dim">{runs}</span>
              {undone ? <span className="pill">{undone}</span> : null}
            </td>
            <td className="wraps mid">{reason}</td>
            <td>
              <a href={href}>{undone ? 'Details' : 'Details, undo …'}</a>
            </td>
          </tr>
        ))}
      </ScrollTable>
      {page.next === null ? null : (
        <p className="inset mid">
          The newest {countText(rows.length, 'correction')}; older ones are in the interface for programs.
        </p>
      )}
    </Section>
  );
}
