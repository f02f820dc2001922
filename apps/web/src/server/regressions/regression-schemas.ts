import { nightLineName } from '@basecase/analysis';
import { recordTitle } from '@basecase/db/regressions/record-title';
import type { RegressionEntry, RegressionFilter, RegressionList, RegressionNights } from '@basecase/db/types';
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
  line: slug.optional().describe('Version line of builds, e.g. 19devel@master.'),
  measured: z
    .enum(['yes', 'no'])
    .optional()
    .describe('no: of builds, and not measured any more: nothing is known of today. yes: all others.'),
  sort: z.enum(SORTS).default('size'),
  byCause: flag.describe('1: group records by suspected cause.'),
  page: pageNumber.default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
}) satisfies z.ZodType<RegressionFilter>;

const count = z.number().int().nonnegative();
const version = z.string();

const instant = z.iso.datetime();
const commit = z.string().nullable();
const build = z
  .object({
    commit: commit.describe('Hash, as long as it was given.'),
    branch: z.string().nullable(),
    number: z.number().int().nullable(),
    at: instant.describe('When it was committed; where nobody knows that, when it was measured first.'),
    url: z.string().nullable(),
  })
  .describe('A build of a version line.');

const nightsSchema = z.object({
  line: z.string().describe('Version line with its branch, e.g. 19devel@master.'),
  lineKey: z.string().describe('Names the line in addresses of /series.'),
  judgedBy: z
    .enum(['series', 'pairs'])
    .describe('pairs: the line has fewer than 12 nights, so two builds are compared.'),
  low: z.number().describe('95% interval of the ratio.'),
  high: z.number(),
  nights: z.number().int().nullable().describe('Nights that the new level rests on.'),
  doubts: z
    .array(z.string())
    .describe('Why it is not sure: newest nights, second opinion, family, drift, weak.'),
  sureness: z.enum(['possible', 'sure', 'fixed']),
  firstBad: build,
  lastGood: build,
  suspects: z
    .object({
      after: commit,
      upTo: commit,
      href: z.string().nullable().describe('Page with these commits.'),
      count: z.number().int().nullable().describe('Known builds between the two that have no value here.'),
    })
    .describe('Commits after the last good build, up to the first bad one.'),
  lastMeasuredAt: instant.nullable(),
  notMeasuredSince: instant
    .nullable()
    .describe('Set when the test is not measured any more: nothing is known of today.'),
  url: z.url().describe('All nights of the test.'),
});

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
  nights: nightsSchema
    .nullable()
    .describe('Of a change between two builds of a version line; null between releases.'),
});

export const regressionListSchema = z.object({
  regressions: z.array(regressionSchema),
  total: count,
  page: count,
  pages: count,
  counts: z.record(z.enum([...STATES, 'withdrawn']), count).describe('Records by state.'),
  notMeasured: count.describe('Of all pages: those that are not measured any more.'),
});

/** "update-zipf_range=100 is slower since PostgreSQL 16.11" */
export function regressionTitle({ test, kind, product, firstBad, server }: RegressionEntry): string {
  return recordTitle({ test: test.key, kind, product, firstBad: firstBad.version, server: server.name });
}

/** A list as it is sent over HTTP, with whole addresses. */
export function toRegressionListJson(
  { regressions, total, page, pages, counts, notMeasured }: RegressionList,
  baseUrl: string,
): z.infer<typeof regressionListSchema> {
  return {
    regressions: regressions.map((entry) => toRegressionJson(entry, baseUrl)),
    total,
    page,
    pages,
    counts,
    notMeasured,
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
    nights: entry.nights && toNightsJson(entry.nights, baseUrl),
  };
}

function toNightsJson(
  { line, seriesPath, firstBad, lastGood, ...nights }: RegressionNights,
  baseUrl: string,
): z.infer<typeof nightsSchema> {
  const toBuild = ({ commit, branch, number, at, url }: RegressionNights['firstBad']) => ({
    commit,
    branch,
    number,
    at,
    url,
  });
  return {
    ...nights,
    line: nightLineName(line),
    firstBad: toBuild(firstBad),
    lastGood: toBuild(lastGood),
    url: `${baseUrl}${seriesPath}`,
  };
}
