import { TABLE_TYPES } from '@basecase/views/document';
import { DOCUMENT_KINDS } from '@basecase/views/share';
import { z } from 'zod';
import { RUN_EXPORT_TYPES } from '../export/run-export';
import { bytes, json, type Operations, texts } from '../operations/described';
import { feedQuery } from '../regressions/load-feed';
import { listRecords } from '../regressions/regression-schemas';
import { searchAnswer, searchQuery } from '../search-answer';
import { healthSchema, liveSchema } from './common-schemas';
import { documentSchema } from './document-schema';
import { compareParameters, reportSchema, tableSchema, viewQueries } from './view-schemas';

const notFound = { 404: 'NOT_FOUND' };

/** A table in the formats that pages copy. */
const table = {
  ...json(tableSchema),
  ...texts(TABLE_TYPES.csv, TABLE_TYPES.tsv, TABLE_TYPES.md),
};
/** For views other than heatmaps, JSON has all tables. */
const documentContent = { ...table, ...json(documentSchema) };
const runContent = { ...texts(RUN_EXPORT_TYPES.results), ...bytes(RUN_EXPORT_TYPES.parquet) };
const viewPath = z.object({ view: z.enum(DOCUMENT_KINDS) });
const image = { 200: { description: 'In the light theme.', content: bytes('image/png') } };

/** Everything that only reads: views as tables, reports and images, regressions, files, and this description. */
export const VIEW_OPERATIONS: Operations = {
  '/api/v1/compare': {
    get: {
      summary: 'The compare page as a table. Takes the parameters of its URL.',
      role: null,
      query: viewQueries.table,
      parameters: compareParameters,
      answers: {
        200: {
          description: 'One metric relative to the base; a missing cell is null, never 0.',
          content: { ...table, ...runContent },
        },
      },
      problems: { 400: 'FORMAT_UNKNOWN, PARAMETER_INVALID, SETTING_INVALID', ...notFound },
    },
  },
  '/api/v1/runs/{id}/results': {
    get: {
      summary: 'A run with every number that counts, corrections included, to be read again anywhere.',
      role: null,
      path: z.object({ id: z.string() }),
      query: viewQueries.run,
      answers: { 200: { description: 'A file to save.', content: runContent } },
      problems: { 400: 'FORMAT_UNKNOWN', ...notFound },
    },
  },
  '/api/v1/regressions/{slug}/results': {
    get: {
      summary: 'The runs behind a record: its tests at the versions that its page shows.',
      role: null,
      path: z.object({ slug: z.string() }),
      query: viewQueries.run,
      answers: { 200: { description: 'A file to save.', content: runContent } },
      problems: { 400: 'FORMAT_UNKNOWN, SETTING_INVALID', ...notFound },
    },
  },
  '/api/v1/report': {
    get: {
      summary: 'A view, or a permalink, in the form of a benchmark post.',
      role: null,
      query: viewQueries.report,
      parameters: compareParameters,
      answers: {
        200: {
          description:
            'Four relative tables, a summary for each group, the largest changes; in the long form every change.',
          content: { ...texts(TABLE_TYPES.md, 'text/html; charset=utf-8'), ...json(reportSchema) },
        },
      },
      problems: { 400: 'FORMAT_UNKNOWN, PARAMETER_INVALID', ...notFound },
    },
  },
  '/api/v1/views/{view}': {
    get: {
      summary: 'Another view as tables. Also takes the URL parameters of its page.',
      role: null,
      path: viewPath,
      query: viewQueries.table,
      answers: {
        200: {
          description: 'All tables of the page, or the runs behind them.',
          content: { ...documentContent, ...runContent },
        },
      },
      problems: { 400: 'FORMAT_UNKNOWN, PARAMETER_INVALID, SETTING_INVALID', ...notFound },
    },
  },
  '/api/v1/permalinks/{slug}': {
    get: {
      summary:
        'The frozen numbers of a permalink as a table, or the runs that were frozen with it. Parameters override the state that was frozen with them.',
      role: null,
      path: z.object({ slug: z.string() }),
      query: viewQueries.table,
      parameters: compareParameters,
      answers: {
        200: {
          description: 'As from /api/v1/compare, or from /api/v1/views if the view is not a heatmap.',
          content: { ...table, ...json(z.union([tableSchema, documentSchema])), ...runContent },
        },
      },
      problems: { 400: 'FORMAT_UNKNOWN, PARAMETER_INVALID', ...notFound },
    },
  },
  '/api/v1/artifacts/{id}': {
    get: {
      summary: 'The bytes of a stored file, served as text in a sandbox, whatever its content.',
      role: null,
      path: z.object({ id: z.string() }),
      query: viewQueries.artifact,
      answers: {
        200: { description: 'The file.', content: { ...texts('text/plain'), ...texts('image/svg+xml') } },
      },
      // The retention rule removed it.
      problems: { ...notFound, 410: 'FILES_REMOVED' },
    },
  },
  '/image/{view}': {
    get: {
      summary: 'Another view as an image. Also takes the URL parameters of its page.',
      role: null,
      path: viewPath,
      query: viewQueries.image,
      answers: image,
      problems: notFound,
    },
  },
  '/compare/image': {
    get: {
      summary: 'The compare page as an image.',
      role: null,
      query: viewQueries.image,
      parameters: compareParameters,
      answers: image,
      problems: notFound,
    },
  },
  '/p/{slug}/opengraph-image': {
    get: {
      summary: 'The image of a permalink, of a view or of a regression.',
      role: null,
      path: z.object({ slug: z.string() }),
      query: viewQueries.image,
      parameters: compareParameters,
      answers: image,
      problems: notFound,
    },
  },
  '/r/{slug}/opengraph-image': {
    get: {
      summary: 'The image of a regression: its numbers, or its group of tests over all versions.',
      role: null,
      path: z.object({ slug: z.string() }),
      query: viewQueries.image,
      answers: image,
      problems: notFound,
    },
  },
  '/api/v1/regressions': { get: listRecords.described },
  '/api/v1/regressions.atom': {
    get: {
      summary: 'Regressions as an Atom feed, newest first. Withdrawn ones stay, marked as withdrawn.',
      role: null,
      query: feedQuery,
      answers: { 200: { description: 'RFC 4287.', content: texts('application/atom+xml') } },
      problems: { 400: 'INPUT_INVALID, PARAMETER_INVALID', ...notFound },
    },
  },
  '/api/v1/search': {
    get: {
      summary: 'Products, versions, tests, servers, heatmaps, records and uploads that have every word.',
      role: null,
      query: searchQuery,
      answers: { 200: { description: 'Results by kind, the best first.', content: json(searchAnswer) } },
      problems: { 400: 'INPUT_INVALID' },
    },
  },
  '/schema/results.v1.json': {
    get: {
      summary: 'JSON Schema of results.json, the open format for the numbers of any tool.',
      role: null,
      answers: {
        200: {
          description: 'The schema.',
          content: { 'application/schema+json': { schema: { type: 'object' } } },
        },
      },
      problems: {},
    },
  },
  '/api/v1/openapi.json': {
    get: {
      summary: 'This description.',
      role: null,
      answers: {
        200: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } },
      },
      problems: {},
    },
  },
  '/api/health': {
    get: {
      summary: 'Whether this process and its database respond, and go together.',
      role: null,
      answers: { 200: { description: 'Both do.', content: json(healthSchema) } },
      problems: { 503: 'DATABASE_UNAVAILABLE, MIGRATIONS_PENDING, MIGRATIONS_UNKNOWN, ENDING' },
    },
  },
  '/api/health/ready': {
    get: {
      summary: 'Whether this process should get requests: the same as /api/health.',
      role: null,
      answers: { 200: { description: 'It should.', content: json(healthSchema) } },
      problems: { 503: 'DATABASE_UNAVAILABLE, MIGRATIONS_PENDING, MIGRATIONS_UNKNOWN, ENDING' },
    },
  },
  '/api/health/live': {
    get: {
      summary: 'Whether this process answers at all, whatever its database does.',
      role: null,
      answers: { 200: { description: 'It does.', content: json(liveSchema) } },
      problems: {},
    },
  },
};
