import { z } from 'zod';
import { feedQuery } from '../regressions/load-feed';
import { regressionFilter, regressionListSchema } from '../regressions/regression-schemas';
import {
  acceptedSchema,
  confirmInput,
  deletionSchema,
  putQuery,
  uploadFilter,
  uploadPageSchema,
  uploadSchema,
} from '../uploads/upload-schemas';
import { healthSchema, problemSchema } from './common-schemas';
import { compareSchemas } from './compare-schemas';

interface Operation {
  summary: string;
  /** Null: everybody may. */
  role: 'upload' | 'admin' | null;
  query?: z.ZodObject;
  path?: string[];
  body?: Record<string, object>;
  answers: Record<number, { description: string; content?: Record<string, object> }>;
  /** Codes of problem+json, by status. */
  problems: Record<number, string>;
}

const json = (schema: z.ZodType) => ({ 'application/json': { schema: toJsonSchema(schema, 'output') } });

const upload = { 200: { description: 'The upload.', content: json(uploadSchema) } };
const wrongToken = {
  401: 'TOKEN_MISSING, TOKEN_WRONG',
  403: 'ROLE_MISSING, CROSS_SITE',
  429: 'TOO_MANY_TRIES',
};
const notFound = { 404: 'NOT_FOUND' };

const OPERATIONS: Record<string, Record<string, Operation>> = {
  '/api/v1/uploads': {
    put: {
      summary: 'Send a tarball or a log. The body is the raw bytes; they may be sent again at any time.',
      role: 'upload',
      query: putQuery,
      body: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      answers: {
        202: { description: 'New: it is queued to be read.', content: json(acceptedSchema) },
        200: { description: 'The same bytes are here already.', content: json(acceptedSchema) },
      },
      problems: {
        ...wrongToken,
        400: 'INPUT_INVALID, BODY_EMPTY, BODY_CUT, LENGTH_INVALID, LENGTH_MISMATCH, HASH_MISMATCH',
        413: 'UPLOAD_TOO_LARGE',
      },
    },
    get: {
      summary: 'Uploads, the newest first.',
      role: null,
      query: uploadFilter,
      answers: { 200: { description: 'A page of uploads.', content: json(uploadPageSchema) } },
      problems: { 400: 'INPUT_INVALID', ...notFound },
    },
  },
  '/api/v1/uploads/by-sha256/{sha256}': {
    get: {
      summary: 'The upload with these bytes. HEAD says whether there is one.',
      role: null,
      path: ['sha256'],
      answers: upload,
      problems: notFound,
    },
  },
  '/api/v1/uploads/{id}': {
    get: {
      summary: 'State, progress, counts, diagnostics, and the stored runs with their links.',
      role: null,
      path: ['id'],
      answers: upload,
      problems: notFound,
    },
    delete: {
      summary: 'Remove an upload with its runs.',
      role: 'admin',
      path: ['id'],
      answers: { 200: { description: 'What went.', content: json(deletionSchema) } },
      problems: { ...wrongToken, ...notFound, 409: 'UPLOAD_BUSY' },
    },
  },
  '/api/v1/uploads/{id}/confirm': {
    post: {
      summary: 'Let an upload count that waits in preview.',
      role: 'upload',
      path: ['id'],
      body: { 'application/json': { schema: toJsonSchema(confirmInput, 'input') } },
      answers: upload,
      problems: {
        ...wrongToken,
        ...notFound,
        400: 'INPUT_INVALID, SETTING_INVALID',
        409: 'UPLOAD_NOT_WAITING',
      },
    },
  },
  '/api/v1/uploads/{id}/cancel': {
    post: {
      summary: 'Stop an upload that is not stored yet.',
      role: 'upload',
      path: ['id'],
      answers: upload,
      problems: { ...wrongToken, ...notFound, 409: 'UPLOAD_ENDED' },
    },
  },
  '/api/v1/uploads/{id}/reparse': {
    post: {
      summary: 'Read an upload again, with the parsers of today.',
      role: 'upload',
      path: ['id'],
      answers: upload,
      problems: { ...wrongToken, ...notFound, 409: 'UPLOAD_BUSY' },
    },
  },
  '/api/v1/compare': {
    get: {
      summary: 'The view of the compare page, with the parameters of its address, as a table.',
      role: null,
      query: compareSchemas.query,
      answers: {
        200: {
          description: 'One metric relative to the base; a missing cell is null, never 0.',
          content: {
            ...json(compareSchemas.json),
            'text/csv': { schema: { type: 'string' } },
            'text/tab-separated-values': { schema: { type: 'string' } },
            'text/markdown': { schema: { type: 'string' } },
          },
        },
      },
      problems: { 400: 'FORMAT_UNKNOWN', ...notFound },
    },
  },
  '/api/v1/regressions': {
    get: {
      summary: 'Records of regressions, or of improvements, with their verdicts.',
      role: null,
      query: regressionFilter,
      answers: { 200: { description: 'A page of records.', content: json(regressionListSchema) } },
      problems: { 400: 'INPUT_INVALID' },
    },
  },
  '/api/v1/regressions.atom': {
    get: {
      summary: 'Regressions as an Atom feed, the newest first; what was withdrawn stays in it and says so.',
      role: null,
      query: feedQuery,
      answers: {
        200: {
          description: 'RFC 4287.',
          content: { 'application/atom+xml': { schema: { type: 'string' } } },
        },
      },
      problems: { 400: 'INPUT_INVALID' },
    },
  },
  '/api/health': {
    get: {
      summary: 'Whether this process and its database answer.',
      role: null,
      answers: { 200: { description: 'Both do.', content: json(healthSchema) } },
      problems: { 503: 'DATABASE_UNAVAILABLE' },
    },
  },
};

/** The description of the HTTP interface, made of the schemas that requests are checked with. */
export function describeApi(version: string) {
  const paths = Object.entries(OPERATIONS).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, describe(one)])),
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Basecase', version, description: 'Database benchmark results and regressions.' },
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Made on the page /tokens.' },
      },
      schemas: { Problem: toJsonSchema(problemSchema, 'output') },
    },
  };
}

function describe({ summary, role, query, path = [], body, answers, problems }: Operation) {
  return {
    summary,
    security: role === null ? [] : [{ token: [] }],
    ...(role && { description: `Needs a token with the role ${role}, but not in local mode.` }),
    parameters: [
      ...path.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(query ? queryParameters(query) : []),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      ...answers,
      ...Object.fromEntries(
        Object.entries(problems).map(([status, codes]) => [
          status,
          {
            description: `Codes: ${codes}.`,
            content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
      ),
    },
  };
}

function queryParameters(query: z.ZodObject) {
  const { properties = {}, required = [] } = toJsonSchema(query, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

interface JsonSchema {
  properties?: Record<string, object>;
  required?: string[];
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  // OpenAPI 3.1 is JSON Schema of this draft, and names the draft itself.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return rest as JsonSchema;
}
