import type { RegressionEntry, RegressionFilter, RegressionList } from '@basecase/db/types';
import { KINDS, SORTS, STATES, VERDICTS } from '@basecase/views/regressions';
import { z } from 'zod';
import { pageNumber, search, slug } from '../input-schemas';

/*
 * What goes in and out of regressions, once: pages, procedures and the HTTP interface are checked with these, and the
 * OpenAPI description is made of them.
 */

export const regressionState = z.enum(STATES);

/** `1` and `true` are yes; what is left out is no. */
const flag = z
  .union([
    z.boolean(),
    z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true'),
  ])
  .default(false);

export const regressionFilter = z.object({
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
  sort: z.enum(SORTS).default('size'),
  byCause: flag.describe('1: group records by suspected cause.'),
  page: pageNumber.default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
}) satisfies z.ZodType<RegressionFilter>;

const count = z.number().int().nonnegative();
const version = z.string();

const regressionSchema = z.object({
  slug: z.string(),
  url: z.url().describe('The page of the record.'),
  kind: z.enum(KINDS),
  state: regressionState,
  title: z.string(),
  server: z.string().describe('Slug.'),
  workload: z.string().describe('Slug.'),
  product: z.string(),
  test: z.string(),
  config: z.string().nullable().describe('Set if one config shows it and the others do not.'),
  firstBad: version,
  lastGood: version,
  lastSeen: version.describe('Newest version at the changed level.'),
  fixedIn: version.nullable().describe('First version that is back at the previous level.'),
  verdict: z.enum(VERDICTS),
  ratio: z.number().describe('First bad version / last good version.'),
  levelRatio: z.number().describe('New level / previous level, each over all its versions.'),
  band: z.number().describe('Half-width of the noise band on the log scale: 95% of the noise of the ratio.'),
  p: z.number(),
  step: z.enum(['step', 'last', 'isolated']),
  explanation: z.string().nullable(),
  cause: z.string(),
  owner: z.string().nullable(),
  bugUrl: z.string().nullable(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  withdrawnAt: z.iso.datetime().nullable(),
});

export const regressionListSchema = z.object({
  regressions: z.array(regressionSchema),
  total: count,
  page: count,
  pages: count,
  counts: z.record(z.enum([...STATES, 'withdrawn']), count).describe('Records by state.'),
});

/** "update-zipf_range=100 is slower since PostgreSQL 16.11" */
export function regressionTitle({ test, kind, product, firstBad }: RegressionEntry): string {
  return `${test.key} is ${kind === 'regression' ? 'slower' : 'faster'} since ${product} ${firstBad.version}`;
}

/** A list as it is sent over HTTP, with whole addresses. */
export function toRegressionListJson(
  { regressions, total, page, pages, counts }: RegressionList,
  baseUrl: string,
): z.infer<typeof regressionListSchema> {
  return {
    regressions: regressions.map((entry) => toRegressionJson(entry, baseUrl)),
    total,
    page,
    pages,
    counts,
  };
}

function toRegressionJson(entry: RegressionEntry, baseUrl: string): z.infer<typeof regressionSchema> {
  const { slug, kind, state, product, lastSeen, verdict, ratio, levelRatio, band, p, step, explanation } =
    entry;
  const { owner, bugUrl, createdAt, changedAt, withdrawnAt } = entry;
  return {
    slug,
    url: `${baseUrl}/r/${slug}`,
    kind,
    state,
    title: regressionTitle(entry),
    server: entry.server.slug,
    workload: entry.workload.slug,
    product,
    test: entry.test.key,
    config: entry.build?.config ?? null,
    firstBad: entry.firstBad.version,
    lastGood: entry.lastGood.version,
    lastSeen,
    fixedIn: entry.fix.seen,
    verdict,
    ratio,
    levelRatio,
    band,
    p,
    step,
    explanation,
    cause: entry.cause.key,
    owner,
    bugUrl,
    createdAt,
    changedAt,
    withdrawnAt,
  };
}
