import {
  appliedSchema,
  correctionPageSchema,
  correctionPreviewSchema,
  correctionSchema,
  undoneSchema,
} from '@basecase/contract/correction';
import { problemSchema } from '@basecase/contract/problem';
import { z } from 'zod';
import { isOpenRoute } from '../access/open-routes';
import {
  correctionFilter,
  correctionInput,
  previewQuery,
  undoInput,
} from '../corrections/correction-schemas';
import {
  type Described,
  type JsonSchema,
  json,
  type Operations,
  toJsonSchema,
} from '../operations/described';
import { SERIES_OPERATIONS } from './series-operations';
import { SERVER_OPERATIONS } from './server-operations';
import { UPLOAD_OPERATIONS } from './upload-operations';
import { VIEW_OPERATIONS } from './view-operations';

/** Unexpected failures; details are in the log. */
const ALWAYS = { 500: 'INTERNAL', 503: 'OVERLOADED, DATABASE_UNAVAILABLE' };
/** Of what everybody may read while reading is open. */
const WHERE_CLOSED = { 401: 'TOKEN_MISSING, TOKEN_WRONG' };

/** The description of the HTTP interface, made of the schemas that requests are checked with. */
export function describeApi(version: string) {
  const paths = Object.entries({
    ...UPLOAD_OPERATIONS,
    ...CORRECTION_OPERATIONS,
    ...SERVER_OPERATIONS,
    ...SERIES_OPERATIONS,
    ...VIEW_OPERATIONS,
  }).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, one]) => [
        method,
        describe(one, isOpenRoute({ method: method.toUpperCase(), url: path })),
      ]),
    ),
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Basecase', version, description: 'Database benchmark results and regressions.' },
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Create one on the page /tokens.' },
        password: { type: 'http', scheme: 'basic', description: 'A token as the password, for reading.' },
      },
      schemas: { Problem: toJsonSchema(problemSchema, 'output') },
    },
  };
}

function describe(operation: Described, isOpen: boolean) {
  const { summary, role, query, parameters, path, body, answers, problems } = operation;
  return {
    summary,
    ...securityOf(role, isOpen),
    parameters: [
      ...(path ? parametersOf(toJsonSchema(path, 'input'), 'path') : []),
      ...(query ? parametersOf(toJsonSchema(query, 'input'), 'query') : []),
      ...parametersOf({ properties: parameters }, 'query'),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      ...answers,
      ...Object.fromEntries(
        Object.entries({ ...ALWAYS, ...(role === null && !isOpen && WHERE_CLOSED), ...problems }).map(
          ([status, codes]) => [
            status,
            {
              description: `Codes: ${codes}.`,
              content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
            },
          ],
        ),
      ),
    },
  };
}

function securityOf(role: Described['role'], isOpen: boolean) {
  if (role !== null) {
    const description = `Needs a token with the role ${role}, except in local mode.`;
    return { security: [{ token: [] }], description };
  }
  if (isOpen) return { security: [] };
  const description = 'Where reading is closed, needs a token of any role.';
  return { security: [{}, { token: [] }, { password: [] }], description };
}

function parametersOf({ properties = {}, required = [] }: JsonSchema, place: 'path' | 'query') {
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: one,
  }));
}

const wrongToken = {
  401: 'TOKEN_MISSING, TOKEN_WRONG',
  403: 'ROLE_MISSING, CROSS_SITE',
  429: 'TOO_MANY_TRIES',
};
const notFound = { 404: 'NOT_FOUND' };
const path = z.object({ id: z.string() });
const preview = { description: 'With `preview`: what would change.', content: json(correctionPreviewSchema) };

/** Corrections: what people say of runs in place of what was read. */
const CORRECTION_OPERATIONS: Operations = {
  '/api/v1/corrections': {
    get: {
      summary: 'Corrections, newest first, those that were undone too.',
      role: null,
      query: correctionFilter,
      answers: { 200: { description: 'A page of corrections.', content: json(correctionPageSchema) } },
      problems: { 400: 'INPUT_INVALID, SETTING_INVALID', ...notFound },
    },
    post: {
      summary: 'Correct runs without sending them again. Values read are kept; a correction can be undone.',
      role: 'upload',
      query: previewQuery,
      body: { 'application/json': { schema: toJsonSchema(correctionInput, 'input') } },
      answers: {
        200: preview,
        201: { description: 'The runs are corrected.', content: json(appliedSchema) },
      },
      problems: {
        ...wrongToken,
        ...notFound,
        400: 'INPUT_INVALID, SETTING_INVALID',
        409: 'EDITED_MEANWHILE, IMPORT_BUSY',
      },
    },
  },
  '/api/v1/corrections/{id}': {
    get: {
      summary: 'A correction with each run that it changed.',
      role: null,
      path,
      answers: { 200: { description: 'The correction.', content: json(correctionSchema) } },
      problems: notFound,
    },
  },
  '/api/v1/corrections/{id}/undo': {
    post: {
      summary: 'Undo a correction: its runs count as if it had never been made.',
      role: 'upload',
      path,
      query: previewQuery,
      body: { 'application/json': { schema: toJsonSchema(undoInput, 'input') } },
      answers: {
        200: {
          description: 'What was undone; with `preview`, what would change.',
          content: json(z.union([undoneSchema, correctionPreviewSchema])),
        },
      },
      problems: {
        ...wrongToken,
        ...notFound,
        400: 'INPUT_INVALID',
        409: 'UNDONE, BUILT_ON, EDITED_MEANWHILE, IMPORT_BUSY',
      },
    },
  },
};
