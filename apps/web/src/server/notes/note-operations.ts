import {
  cellNoteBody,
  cellNoteFilter,
  cellNoteListSchema,
  cellNoteSchema,
} from '@basecase/contract/cell-note';
import { addCellNote, listCellNotes, undoCellNote } from '@basecase/db/notes/cell-notes';
import { defineOperation } from '../operations/operation';

export const listNotesOfCells = defineOperation({
  at: 'GET /api/v1/cell-notes',
  summary: 'Notes and highlights on the cells of a heatmap, newest first.',
  role: null,
  query: cellNoteFilter,
  checks: 'names',
  answer: cellNoteListSchema,
  description: 'All of them.',
  run: async ({ db, query }) => ({ notes: await listCellNotes(db, query) }),
});

export const addNoteToCell = defineOperation({
  at: 'POST /api/v1/cell-notes',
  summary: 'Put a note or a highlight on a cell of a heatmap.',
  role: 'upload',
  body: cellNoteBody,
  status: 201,
  answer: cellNoteSchema,
  description: 'The note.',
  problems: { 400: 'SETTING_INVALID', 404: 'NOT_FOUND' },
  run: async ({ db, body, by }) => addCellNote(db, { ...body, by: await by() }),
});

export const undoNoteOfCell = defineOperation({
  at: 'DELETE /api/v1/cell-notes/{id}',
  summary: 'Take a note on a cell back. It stays in the list, with who did it.',
  role: 'upload',
  answer: cellNoteSchema,
  description: 'The note.',
  run: async ({ db, key, by }) => undoCellNote(db, { id: key, by: await by() }),
});
