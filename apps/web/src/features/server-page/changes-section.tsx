import type { ServerPage } from '@basecase/db/types';
import { type ChangeRow, factChangeRows } from '@basecase/views/server-page';
import { undoFact } from '../../server/actions/servers';
import { RowAction } from '../../ui/form/row-action';
import { Section } from '../../ui/page/section';
import { ColumnTable } from '../../ui/table/column-table';

interface Props {
  page: ServerPage;
  canEdit: boolean;
}

/** Who said what of a server, the newest first; the last change of a fact can be undone. */
export function ChangesSection({ page, canEdit }: Props) {
  const rows = factChangeRows(page.changes);
  if (rows.length === 0) return null;
  return (
    <Section title="History" hint="newest first; nothing is lost" id="history" className="server-history">
      <ColumnTable
        label="Changes"
        className="data-table cards changes"
        rows={rows}
        columns={[
          { head: 'When', text: 'when' },
          { head: 'Who', text: 'by' },
          { head: 'What', cell: (row) => <Change row={row} /> },
          {
            head: <span className="sr-only">Undo</span>,
            className: 'num',
            cell: ({ id, label, when, canUndo }) =>
              canEdit && canUndo ? (
                <RowAction
                  id={id}
                  action={undoFact}
                  label="Undo"
                  spokenLabel={`Undo: ${label}, ${when}`}
                  className="button small"
                >
                  <input type="hidden" name="server" value={page.server.slug} />
                </RowAction>
              ) : null,
          },
        ]}
      />
    </Section>
  );
}

function Change({ row: { label, before, after, note } }: { row: ChangeRow }) {
  return (
    <>
      {label} {before === null ? <span className="dim">not known</span> : <del>{before}</del>}
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> becomes </span>
      {after ?? <span className="dim">not known</span>}
      {note ? <span className="dim">, {note}</span> : null}
    </>
  );
}
