import { z } from 'zod';
import { byAndAt, flag, list, slug, text, time } from './fields';
import { MAX_NOTE } from './words';

/* Notes and highlights that people put on cells of heatmaps. */

export const cellNoteSchema = z.object({
  id: text,
  server: slug.toLowerCase().describe('Slug of the server.'),
  workload: slug.describe('Slug of the workload.'),
  test: slug.describe('Key of the test.'),
  column: slug.describe('Slug of the column.'),
  text: text.max(MAX_NOTE).describe('Empty for a highlight without words.'),
  isHighlighted: flag,
  by: text.describe('Name of a token, or `local`.'),
  createdAt: time,
  undone: byAndAt.nullable().describe('Null while it is shown.'),
});

export const cellNoteBody = z.strictObject({
  ...cellNoteSchema.pick({ server: true, workload: true, test: true, column: true }).shape,
  text: text.max(MAX_NOTE).default(''),
  isHighlighted: flag.default(false),
});

export const cellNoteFilter = z.object({ server: slug.toLowerCase(), workload: slug });

export const cellNoteListSchema = z.object({
  notes: list(cellNoteSchema.shape).describe('The newest first, those that were undone, too.'),
});

export type CellNote = z.infer<typeof cellNoteSchema>;
export type CellNoteBody = z.infer<typeof cellNoteBody>;
export type CellNoteList = z.infer<typeof cellNoteListSchema>;
