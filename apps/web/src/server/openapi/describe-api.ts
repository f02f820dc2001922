import { problemSchema } from '@basecase/contract/problem';
import { z } from 'zod';
import { isOpenRoute } from '../access/open-routes';
import { AGENT_OPERATIONS } from '../agents/agent-operations';
import {
  correctRuns,
  listAllCorrections,
  readCorrection,
  undoRuns,
} from '../corrections/correction-operations';
import { decideConfigLine, listConfigLines, undoConfigLine } from '../lines/line-operations';
import { addNoteToCell, listNotesOfCells, undoNoteOfCell } from '../notes/note-operations';
import { readDisclosure } from '../operations/disclosure-operation';
import { exportRecord, exportRun, readArtifact } from '../operations/file-operations';
import { bytes, type Described, type JsonSchema, json, texts, toJsonSchema } from '../operations/operation';
import { drawReport } from '../operations/report-operation';
import { drawComparison, drawDocument, drawPermalink, viewPath } from '../operations/table-operations';
import { compareParameters, viewQueries } from '../operations/view-schemas';
import { getEventOperation, listEventsOperation } from '../regressions/event-operations';
import { readEventFeed, readFeed } from '../regressions/feed-operations';
import { addSearch, listRecords, listSearches } from '../regressions/regression-schemas';
import { findAnything } from '../search-answer';
import { addNote, listLines, listNights, listNotes, readTest, removeNote } from '../series/series-operations';
import { mergeServer, mergeWorkload, readServer, sayFacts } from '../servers/server-operations';
import { readAnswers } from '../uploads/upload-answers';
import {
  confirmHeldUpload,
  findUpload,
  listUploadPages,
  putUpload,
  readUpload,
  readUploadAgain,
  removeUpload,
  stopUpload,
} from '../uploads/upload-operations';

const card = {
  role: null,
  answers: { 200: { description: 'In the light theme.', content: bytes('image/png') } },
  problems: { 404: 'NOT_FOUND' },
} as const;
const image = { ...card, query: viewQueries.image } as const;
const heatmapImage = {
  ...card,
  query: viewQueries.heatmapImage,
  parameters: compareParameters,
  answers: {
    200: {
      description: 'In the light theme.',
      content: { ...bytes('image/png'), ...texts('image/svg+xml; charset=utf-8') },
    },
  },
} as const;

const IMAGES: Described[] = [
  {
    ...image,
    at: 'GET /image/{view}',
    summary: 'Another view as an image. Also takes the URL parameters of its page.',
    path: viewPath,
  },
  {
    ...heatmapImage,
    at: 'GET /compare/image',
    summary: 'The compare page as an image.',
  },
  {
    ...heatmapImage,
    at: 'GET /p/{slug}/opengraph-image',
    summary: 'The image of a permalink, of a view or of a regression.',
  },
  {
    ...image,
    at: 'GET /r/{slug}/opengraph-image',
    summary: 'The image of a regression: its numbers, or its group of tests over all versions.',
  },
  {
    ...card,
    at: 'GET /regressions/{event}/opengraph-image',
    summary:
      'The image of an event: its sentence, its certainty and its tests over the versions of each server.',
  },
];

const live = z.object({ status: z.literal('ok'), version: z.string().describe('Version of Basecase.') });
const health = json(
  live.extend({
    database: z.object({ runs: z.number().int().nonnegative(), milliseconds: z.number().nonnegative() }),
    warnings: z.array(z.string()).describe('Warnings that need attention; the process itself is healthy.'),
    notes: z
      .array(z.string())
      .describe('Decisions that people have yet to make, each with the path of the page for it.'),
  }),
);
const isObject = { schema: { type: 'object' } };
const unready = {
  503: 'DATABASE_UNAVAILABLE, MIGRATIONS_PENDING, MIGRATIONS_UNKNOWN, RESTORE_UNFINISHED, ENDING',
};

const OTHERS: Described[] = [
  {
    at: 'GET /schema/results.v1.json',
    summary: 'JSON Schema of results.json, the open format for the numbers of any tool.',
    role: null,
    answers: { 200: { description: 'The schema.', content: { 'application/schema+json': isObject } } },
  },
  {
    at: 'GET /api/v1/openapi.json',
    summary: 'This description.',
    role: null,
    answers: { 200: { description: 'OpenAPI 3.1.', content: { 'application/json': isObject } } },
  },
  {
    at: 'GET /api/health',
    summary: 'Whether this process and its database respond, and go together.',
    role: null,
    answers: { 200: { description: 'Both do.', content: health } },
    problems: unready,
  },
  {
    at: 'GET /api/health/ready',
    summary: 'Whether this process should get requests: the same as /api/health.',
    role: null,
    answers: { 200: { description: 'It should.', content: health } },
    problems: unready,
  },
  {
    at: 'GET /api/health/live',
    summary: 'Whether this process answers at all, whatever its database does.',
    role: null,
    answers: { 200: { description: 'It does.', content: json(live) } },
  },
];

/** Every method of every route, in the order of the description. */
const OPERATIONS: readonly Described[] = [
  putUpload,
  listUploadPages,
  findUpload,
  readUpload,
  readAnswers,
  removeUpload,
  confirmHeldUpload,
  stopUpload,
  readUploadAgain,
  listAllCorrections,
  correctRuns,
  readCorrection,
  undoRuns,
  readServer,
  sayFacts,
  mergeServer,
  mergeWorkload,
  readTest,
  listLines,
  listNights,
  listConfigLines,
  decideConfigLine,
  undoConfigLine,
  listNotes,
  addNote,
  removeNote,
  listNotesOfCells,
  ...AGENT_OPERATIONS,
  addNoteToCell,
  undoNoteOfCell,
  drawComparison,
  exportRun,
  readDisclosure,
  exportRecord,
  drawReport,
  drawDocument,
  drawPermalink,
  readArtifact,
  ...IMAGES,
  listEventsOperation,
  getEventOperation,
  listRecords,
  listSearches,
  addSearch,
  readEventFeed,
  readFeed,
  findAnything,
  ...OTHERS,
];

/** Unexpected failures; details are in the log. */
const ALWAYS = { 500: 'INTERNAL', 503: 'OVERLOADED, DATABASE_UNAVAILABLE' };
/** Of what everybody may read while reading is open. */
const WHERE_CLOSED = { 401: 'TOKEN_MISSING, TOKEN_WRONG' };

const WRONG_TOKEN = {
  401: 'TOKEN_MISSING, TOKEN_WRONG',
  403: 'ROLE_MISSING, CROSS_SITE',
  429: 'TOO_MANY_TRIES',
};

/** The description of the HTTP interface, made of the schemas that requests are checked with. */
export function describeApi(version: string) {
  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {};
  for (const operation of OPERATIONS) {
    const [method = '', url = ''] = operation.at.split(' ');
    const isOpen = isOpenRoute({ method, url });
    paths[url] = { ...paths[url], [method.toLowerCase()]: describe(operation, isOpen) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Basecase', version, description: 'Database benchmark results and regressions.' },
    paths,
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
  const { at, summary, role, query, parameters, path, body, answers, problems } = operation;
  const [, name] = /\{(\w+)\}/.exec(at) ?? [];
  return {
    summary,
    ...securityOf(role, isOpen),
    parameters: [
      ...(name ? parametersOf(toJsonSchema(path ?? z.object({ [name]: z.string() }), 'input'), 'path') : []),
      ...(query ? parametersOf(toJsonSchema(query, 'input'), 'query') : []),
      ...parametersOf({ properties: parameters }, 'query'),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      ...answers,
      ...Object.fromEntries(
        Object.entries({
          ...ALWAYS,
          ...(role !== null ? WRONG_TOKEN : !isOpen && WHERE_CLOSED),
          ...problems,
        }).map(([status, codes]) => [
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

function securityOf(role: Described['role'], isOpen: boolean) {
  if (role !== null) {
    const needed = role === 'agent' ? 'upload' : role;
    const own = role === 'agent' ? ' One with the role agent suffices for the agent of its name.' : '';
    const description = `Needs a token with the role ${needed}, except in local mode.${own}`;
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
