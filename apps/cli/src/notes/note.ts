import type { CellNote, CellNoteBody, CellNoteList } from '@basecase/contract/cell-note';
import type { CliCommand } from '../cli-command';
import type { Io } from '../io';
import { type RemoteOptions, withRemote } from '../options';
import { START } from '../release';
import { type Places, withKept } from '../remote-server';
import { columnsOf, tsvTable } from '../table';

const EXAMPLES = `
Server, workload, test and column are named as in the address of the compare page and of a cell: cell=TEST@COLUMN.
Heatmaps, exports, reports and later permalinks show a note until it is undone.
Uses the database in DATABASE_URL, or that of the running "${START}"; with --url a server over HTTP.

Examples:
  basecase note add pn53 WORKLOAD scan postgresql-18.4-x10a "slower by design, see the release notes"
  basecase note add pn53 WORKLOAD scan postgresql-18.4-x10a --highlight
  basecase note list pn53 WORKLOAD
  basecase note undo 3`;

/** Where notes are kept: the database of this machine, or a server over HTTP. */
interface Notes {
  list(server: string, workload: string): Promise<CellNote[]>;
  add(note: CellNoteBody): Promise<CellNote>;
  undo(id: string): Promise<CellNote>;
}

/** Adds `basecase note` with `add`, `list` and `undo` to the command line. */
export function defineNote(command: CliCommand, io: Io): void {
  command.addHelpText('after', EXAMPLES);
  withRemote(
    command
      .command('add')
      .description('Put a note or a highlight on a cell of a heatmap.')
      .argument('<server>', 'slug of the server')
      .argument('<workload>', 'slug of the workload')
      .argument('<test>', 'key of the test')
      .argument('<column>', 'slug of the column')
      .argument('[text]', 'text of the note')
      .option('--highlight', 'frame the cell'),
  ).runs(
    (
      server: string,
      workload: string,
      test: string,
      column: string,
      text: string | undefined,
      options: RemoteOptions & { highlight?: boolean },
    ) =>
      withKept(options, io, PLACES, async (notes) => {
        const isHighlighted = options.highlight ?? false;
        const added = await notes.add({ server, workload, test, column, text: text ?? '', isHighlighted });
        await io.print(`${describe(added)}\n`);
        io.note(`Undo it with "basecase note undo ${added.id}".`);
      }),
  );
  withRemote(
    command
      .command('list')
      .description('List notes on cells of a heatmap, newest first.')
      .argument('<server>', 'slug of the server')
      .argument('<workload>', 'slug of the workload'),
  ).runs((server: string, workload: string, options: RemoteOptions) =>
    withKept(options, io, PLACES, async (notes) => {
      await io.print(tsvTable(COLUMNS, await notes.list(server, workload)));
    }),
  );
  withRemote(command.command('undo').description('Undo a note.').argument('<id>', 'number from "list"')).runs(
    (id: string, options: RemoteOptions) =>
      withKept(options, io, PLACES, async (notes) => {
        await io.print(`undone: ${describe(await notes.undo(id))}\n`);
      }),
  );
}

const PLACES: Places<Notes> = {
  remote: (server) => ({
    list: async (name, workload) =>
      (await server.get<CellNoteList>('cell-notes', { server: name, workload })).notes,
    add: (note) => server.post<CellNote>('cell-notes', note),
    undo: (id) => server.delete<CellNote>('cell-notes', id),
  }),
  async local(db) {
    const { addCellNote, listCellNotes, undoCellNote } = await import('@basecase/db/notes/cell-notes');
    return {
      list: (server, workload) => listCellNotes(db, { server, workload }),
      add: (note) => addCellNote(db, { ...note, by: 'local' }),
      undo: (id) => undoCellNote(db, { id, by: 'local' }),
    };
  },
};

function describe({ id, test, column, text, isHighlighted }: CellNote): string {
  const words = text === '' ? '' : `: ${text}`;
  return `note ${id} on ${test} in ${column}${isHighlighted ? ', highlighted' : ''}${words}`;
}

const COLUMNS = columnsOf<CellNote>({
  id: 'id',
  test: 'test',
  column: 'column',
  text: 'text',
  highlighted: ({ isHighlighted }) => (isHighlighted ? 'yes' : ''),
  by: 'by',
  at: 'createdAt',
  undone: ({ undone }) => (undone ? `by ${undone.by}, ${undone.at}` : ''),
});
