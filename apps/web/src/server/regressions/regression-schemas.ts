import { nightLineName } from '@basecase/analysis';
import { buildSchema, recordListSchema, recordSchema } from '@basecase/contract/record';
import { KINDS, SORTS, STATES, VERDICTS } from '@basecase/contract/words';
import { listRegressions } from '@basecase/db/regressions/list-regressions';
import { recordTitle } from '@basecase/db/regressions/record-title';
import type { RegressionEntry, RegressionFilter, RegressionList, RegressionNights } from '@basecase/db/types';
import { z } from 'zod';
import { pageNumber, search, slug } from '../input-schemas';
import { defineOperation, inOrder } from '../operations/operation';

export const regressionState = z.enum(STATES);

/** `1` and `true` are yes; what is left out is no. */
const flag = z
  .union([
    z.boolean(),
    z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true'),
  ])
  .default(false);

const regressionFilter = z.object({
  kind: z.enum(KINDS).default('regression'),
  search: search.describe('Words that must occur in its names; -word excludes.'),
  product: slug.optional(),
  server: slug.optional().describe('Slug of the server.'),
  group: slug.optional().describe('Id of a group of tests, e.g. write.'),
  state: z
    .enum([...STATES, 'open', 'withdrawn'])
    .optional()
    .describe('open: new, investigating or confirmed. Default: all that are not withdrawn.'),
  verdict: z.enum(VERDICTS).optional(),
  since: slug.optional().describe('First bad version.'),
  cause: slug.optional().describe('Key of a suspected cause.'),
  line: slug.optional().describe('Version line of builds, e.g. 19devel@master.'),
  measured: z
    .enum(['yes', 'no'])
    .optional()
    .describe('no: of builds, and not measured any more: its current state is unknown. yes: all others.'),
  sort: z.enum(SORTS).default('size'),
  byCause: flag.describe('1: group records by suspected cause.'),
  page: pageNumber.default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
}) satisfies z.ZodType<RegressionFilter>;

/** Records of regressions, or of improvements: `GET /api/v1/regressions` and the procedure of the page. */
export const listRecords = defineOperation({
  at: 'GET /api/v1/regressions',
  summary: 'Records of regressions, or of improvements, with their verdicts.',
  role: null,
  query: regressionFilter,
  checks: 'names',
  answer: recordListSchema,
  description: 'A page of records.',
  problems: { 400: 'INPUT_INVALID, PARAMETER_INVALID', 404: 'NOT_FOUND' },
  run: ({ db, query }) => listRegressions(db, query),
  json: (list, baseUrl) => toListJson(list, baseUrl),
});

/** "update-zipf_range=100 is slower since PostgreSQL 16.11" */
export function regressionTitle({ test, kind, product, firstBad, server }: RegressionEntry): string {
  return recordTitle({ test: test.key, kind, product, firstBad: firstBad.version, server: server.name });
}

/** A list as HTTP sends it, with whole addresses. */
function toListJson(list: RegressionList, baseUrl: string): z.infer<typeof recordListSchema> {
  const regressions = list.regressions.map((entry) => toRecordJson(entry, baseUrl));
  return inOrder(recordListSchema, { ...list, regressions });
}

function toRecordJson(entry: RegressionEntry, baseUrl: string): z.infer<typeof recordSchema> {
  return inOrder(recordSchema, {
    ...entry,
    url: `${baseUrl}/r/${entry.slug}`,
    title: regressionTitle(entry),
    server: entry.server.slug,
    workload: entry.workload.slug,
    test: entry.test.key,
    config: entry.build?.config ?? null,
    firstBad: entry.firstBad.version,
    lastGood: entry.lastGood.version,
    fixedIn: entry.fix.seen,
    cause: entry.cause.key,
    nights: entry.nights && toNightsJson(entry.nights, baseUrl),
  });
}

function toNightsJson(
  { line, seriesPath, firstBad, lastGood, ...nights }: RegressionNights,
  baseUrl: string,
): NonNullable<z.infer<typeof recordSchema>['nights']> {
  return {
    ...nights,
    line: nightLineName(line),
    firstBad: inOrder(buildSchema, firstBad),
    lastGood: inOrder(buildSchema, lastGood),
    url: `${baseUrl}${seriesPath}`,
  };
}
