import {
  annotationListSchema,
  annotationSchema,
  linesSchema,
  nightsSchema,
  seriesSchema,
} from '@basecase/contract/series';
import { addAnnotation, listAnnotations, removeAnnotation } from '@basecase/db/annotations/annotations';
import { TABLE_TYPES } from '@basecase/views/document';
import { json, type Operations, texts } from '../operations/described';
import { defineOperation } from '../operations/operation';
import { annotationFilter, annotationInput } from '../series/annotation-schemas';
import { linesQuery, seriesQuery } from '../series/series-schemas';

const notFound = { 404: 'NOT_FOUND' };

export const listNotes = defineOperation({
  at: 'GET /api/v1/annotations',
  summary: 'External events (kernel, disk, machine) on the timeline of a server, newest first.',
  role: null,
  query: annotationFilter,
  checks: 'names',
  answer: annotationListSchema,
  description: 'All of them.',
  problems: { 400: 'INPUT_INVALID, PARAMETER_INVALID', ...notFound },
  run: async ({ db, query: { server } }) => ({ annotations: await listAnnotations(db, { server }) }),
  json: (list) => list,
});

export const addNote = defineOperation({
  at: 'POST /api/v1/annotations',
  summary:
    'Record an external event (kernel, disk, machine). A change of level there is not counted as a regression.',
  role: 'upload',
  body: annotationInput,
  status: 201,
  answer: annotationSchema,
  description: 'The annotation.',
  problems: { ...notFound, 400: 'INPUT_INVALID, SETTING_INVALID' },
  run: async ({ db, body: { at, label, server = null, product = null }, by }) =>
    addAnnotation(db, { at, label, server, product, by: await by() }),
  json: (added) => added,
});

export const removeNote = defineOperation({
  at: 'DELETE /api/v1/annotations/{id}',
  summary: 'Take an annotation back. It stays in the list, with who did it.',
  role: 'upload',
  answer: annotationSchema,
  description: 'The annotation.',
  problems: notFound,
  run: async ({ db, key, by }) => removeAnnotation(db, { id: key, by: await by() }),
  json: (removed) => removed,
});

/** Nightly runs: each test over time, and external events. */
export const SERIES_OPERATIONS: Operations = {
  '/api/v1/series': {
    get: {
      summary: 'One test of a version line, night after night, with its levels, changes and events.',
      role: null,
      query: seriesQuery,
      answers: {
        200: {
          description: 'Values in base units; a missing one is null, never 0.',
          content: { ...json(seriesSchema), ...texts(TABLE_TYPES.csv) },
        },
      },
      problems: { 400: 'FORMAT_UNKNOWN, PARAMETER_INVALID', ...notFound },
    },
  },
  '/api/v1/series/lines': {
    get: {
      summary: 'Version lines with nights, and their tests: what there are series of.',
      role: null,
      query: linesQuery,
      answers: { 200: { description: 'The lines.', content: json(linesSchema) } },
      problems: { 400: 'INPUT_INVALID, PARAMETER_INVALID', ...notFound },
    },
  },
  '/api/v1/series/nights': {
    get: {
      summary: 'All tests of a version line in all nights: what a new build is judged against.',
      role: null,
      query: linesQuery,
      answers: {
        200: {
          description: 'Throughput in base units; a missing one is null, never 0.',
          content: json(nightsSchema),
        },
      },
      problems: { 400: 'INPUT_INVALID, PARAMETER_INVALID', ...notFound },
    },
  },
  '/api/v1/annotations': { get: listNotes.described, post: addNote.described },
  '/api/v1/annotations/{id}': { delete: removeNote.described },
};
