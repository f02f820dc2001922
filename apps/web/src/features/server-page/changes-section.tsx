'use client';

import type { ServerPage } from '@basecase/db/types';
import { type ChangeRow, factChangeRows } from '@basecase/views/server-page';
import { useActionState } from 'react';
import { undoFact } from '../../server/actions/servers';
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
        className="data-table changes"
        rows={rows}
        columns={[
          { head: 'When', text: 'when' },
          { head: 'Who', text: 'by' },
          { head: 'What', cell: (row) => <Change row={row} /> },
          {
            head: <span className="sr-only">Undo</span>,
            className: 'num',
            cell: (row) => (canEdit && row.canUndo ? <UndoFact server={page.server.slug} row={row} /> : null),
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

function UndoFact({ server, row }: { server: string; row: ChangeRow }) {
  const [result, action, isPending] = useActionState(undoFact, { error: null });
  return (
    <form action={action}>
      <input type="hidden" name="server" value={server} />
      <input type="hidden" name="id" value={row.id} />
      <button
        className="button small"
        type="submit"
        disabled={isPending}
        aria-label={`Undo: ${row.label}, ${row.when}`}
      >
        Undo
      </button>
      {result.error === null ? null : (
        <span className="form-error" role="alert">
          {result.error}
        </span>
      )}
    </form>
  );
}
