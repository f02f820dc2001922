import { TABLE_TYPES } from '@basecase/views/document';
import { z } from 'zod';
import { json, type Operations, texts, toJsonSchema } from '../operations/described';
import {
  annotationFilter,
  annotationInput,
  annotationListSchema,
  annotationSchema,
} from '../series/annotation-schemas';
import { linesAnswer, linesQuery, nightsAnswer, seriesAnswer, seriesQuery } from '../series/series-schemas';

const wrongToken = {
  401: 'TOKEN_MISSING, TOKEN_WRONG',
  403: 'ROLE_MISSING, CROSS_SITE',
  429: 'TOO_MANY_TRIES',
};
const notFound = { 404: 'NOT_FOUND' };

/** Nights and commits: tests night after night, and what happened beside the software. */
export const SERIES_OPERATIONS: Operations = {
  '/api/v1/series': {
    get: {
      summary: 'One test of a version line, night after night, with its levels, changes and events.',
      role: null,
      query: seriesQuery,
      answers: {
        200: {
          description: 'Values in base units; a missing one is null, never 0.',
          content: { ...json(seriesAnswer), ...texts(TABLE_TYPES.csv) },
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
      answers: { 200: { description: 'The lines.', content: json(linesAnswer) } },
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
          content: json(nightsAnswer),
        },
      },
      problems: { 400: 'INPUT_INVALID, PARAMETER_INVALID', ...notFound },
    },
  },
  '/api/v1/annotations': {
    get: {
      summary: 'What people say happened beside the software, the newest first.',
      role: null,
      query: annotationFilter,
      answers: { 200: { description: 'All of them.', content: json(annotationListSchema) } },
      problems: { 400: 'INPUT_INVALID, PARAMETER_INVALID', ...notFound },
    },
    post: {
      summary:
        'Say that something happened beside the software (kernel, disk, machine). What changes there is not charged to it.',
      role: 'upload',
      body: { 'application/json': { schema: toJsonSchema(annotationInput, 'input') } },
      answers: { 201: { description: 'The annotation.', content: json(annotationSchema) } },
      problems: { ...wrongToken, ...notFound, 400: 'INPUT_INVALID, SETTING_INVALID' },
    },
  },
  '/api/v1/annotations/{id}': {
    delete: {
      summary: 'Take an annotation back. It stays in the list, with who did it.',
      role: 'upload',
      path: z.object({ id: z.string() }),
      answers: { 200: { description: 'The annotation.', content: json(annotationSchema) } },
      problems: { ...wrongToken, ...notFound },
    },
  },
};
