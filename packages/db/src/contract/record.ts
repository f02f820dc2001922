import { z } from 'zod';
import { KINDS, STATES, VERDICTS } from './words';

/* A record of a regression or an improvement: its row, its entry in lists and its JSON over HTTP have these names. */

const count = z.number().int().nonnegative();
const version = z.string();

const instant = z.iso.datetime();
const commit = z.string().nullable();
export const buildSchema = z
  .object({
    commit: commit.describe('Hash, as long as it was given.'),
    branch: z.string().nullable(),
    number: z.number().int().nullable(),
    at: instant.describe('Time of the commit; where that is unknown, of the first measurement.'),
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
  firstBad: buildSchema,
  lastGood: buildSchema,
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
    .describe('Set when the test is not measured any more: its current state is unknown.'),
  url: z.url().describe('All nights of the test.'),
});

export const recordSchema = z.object({
  slug: z.string(),
  url: z.url().describe('The page of the record.'),
  kind: z.enum(KINDS),
  state: z.enum(STATES),
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

export const recordListSchema = z.object({
  regressions: z.array(recordSchema),
  total: count,
  page: count,
  pages: count,
  counts: z.record(z.enum([...STATES, 'withdrawn']), count).describe('Records by state.'),
  notMeasured: count.describe('Of all pages: those that are not measured any more.'),
});

/** Fields over HTTP that are computed or shortened from several columns; all others are stored under their name. */
const COMPUTED = {
  url: true,
  title: true,
  server: true,
  workload: true,
  test: true,
  config: true,
  firstBad: true,
  lastGood: true,
  fixedIn: true,
  explanation: true,
  cause: true,
  nights: true,
} as const;
const storedSchema = recordSchema.omit(COMPUTED);

/** The fields that the database stores, lists show and HTTP sends under one name. */
export type StoredRecordFields = z.infer<typeof storedSchema>;
