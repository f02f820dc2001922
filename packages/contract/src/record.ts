import { z } from 'zod';
import {
  address,
  count,
  flag,
  integer,
  limit,
  maybeText,
  maybeTime,
  number,
  pageNumber,
  search,
  slug,
  text,
  texts,
  time,
} from './fields';
import { KINDS, SEARCH_ENDS, SORTS, STATES, STOP_REASONS, VERDICTS } from './words';

/* A record of a regression or an improvement: its row, its entry in lists and its JSON over HTTP have these names. */

export const buildSchema = z
  .object({
    commit: maybeText.describe('Hash, as long as it was given.'),
    branch: maybeText,
    number: integer.nullable(),
    at: time.describe('Time of the commit; where that is unknown, of the first measurement.'),
    url: maybeText,
  })
  .describe('A build of a version line.');

const nightsSchema = z.object({
  line: text.describe('Version line with its branch, e.g. 19devel@master.'),
  lineKey: text.describe('Names the line in addresses of /series.'),
  judgedBy: z
    .enum(['series', 'pairs'])
    .describe('pairs: the line has fewer than 12 nights, so two builds are compared.'),
  low: number.nullable().describe('95% interval of the ratio; null of a stop.'),
  high: number.nullable(),
  nights: integer.nullable().describe('Nights that the new level rests on.'),
  doubts: texts.describe('Why it is not sure: newest nights, second opinion, family, drift, weak, restless.'),
  sureness: z.enum(['possible', 'sure', 'fixed']),
  firstBad: buildSchema,
  lastGood: buildSchema,
  suspects: z
    .object({
      after: maybeText,
      upTo: maybeText,
      href: maybeText.describe('Page with these commits.'),
      count: integer.nullable().describe('Known builds between the two that have no value here.'),
      tied: texts.describe(
        'Builds with the time of the first bad one and no number: any of them may be the first bad one.',
      ),
      total: integer.nullable().describe('Number of these commits; null: not known.'),
      commits: z
        .array(
          z.object({
            hash: text,
            subject: text,
            author: text,
            at: maybeTime,
            href: maybeText.describe('Its page.'),
          }),
        )
        .describe('The newest 20 of them, the newest first; empty: not known.'),
    })
    .describe('Commits after the last good build, up to the first bad one.'),
  lastMeasuredAt: maybeTime,
  notMeasuredSince: maybeTime.describe(
    'Set when the test is not measured any more: its current state is unknown.',
  ),
  url: address.describe('All nights of the test.'),
});

const stopSchema = z.object({
  reason: z.enum(STOP_REASONS).describe('not run: it vanished, which a chosen selection of tests does not.'),
  value: number.describe('Throughput in the last good version, in the unit of the test.'),
  newName: maybeText.describe(
    'Of a test that vanished: a new test at its place with the same number. It may be the same test.',
  ),
});

export const recordSchema = z.object({
  slug: text,
  url: address.describe('The page of the record.'),
  kind: z.enum(KINDS),
  state: z.enum(STATES),
  title: text,
  server: text.describe('Slug.'),
  serverNote: text
    .optional()
    .describe('Where the name of the server is made of its size: several machines may share it.'),
  workload: text.describe('Slug.'),
  product: text,
  test: text,
  config: maybeText.describe('Set if one config shows it and the others do not.'),
  firstBad: text,
  lastGood: text,
  lastSeen: text.describe('Newest version at the changed level.'),
  fixedIn: maybeText.describe('First version that is back at the previous level.'),
  verdict: z.enum(VERDICTS),
  certainty: z.enum(['sure', 'likely', 'noise']).nullable().describe('likely: not confirmed.'),
  reason: text.describe('Of the certainty: the change against its noise, or why the test stopped.'),
  ratio: number.nullable().describe('First bad version / last good version; null of a stop.'),
  levelRatio: number.nullable().describe('New level / previous level, each over all its versions.'),
  band: number
    .nullable()
    .describe('Half-width of the noise band on the log scale: 95% of the noise of the ratio.'),
  p: number.nullable(),
  stop: stopSchema
    .nullable()
    .describe(
      'Of a test that stopped working: why, and what it did before. Such a record has no ratio, no band and no p.',
    ),
  step: z.enum(['step', 'last', 'isolated']),
  explanation: maybeText,
  cause: text,
  owner: maybeText,
  bugUrl: maybeText,
  isNews: flag.describe(
    'False: an upgrade or a decision about configs found it in runs that were known. Feeds and messages leave it out.',
  ),
  createdAt: time,
  changedAt: time,
  withdrawnAt: maybeTime,
  nights: nightsSchema
    .nullable()
    .describe('Of a change between two builds of a version line; null between releases.'),
});

export const stoppedTestSchema = z.object({
  test: text,
  reason: z.enum(STOP_REASONS).describe('not run: it vanished, which a chosen selection of tests does not.'),
  version: text.describe('The newest, in which it does not work.'),
  lastGood: text.describe('The newest in which it worked.'),
  url: address.describe('Its cell in the heatmap.'),
});

export const stoppedSchema = z.object({
  server: text.describe('Slug.'),
  workload: text.describe('Slug.'),
  product: text,
  flavour: maybeText,
  config: maybeText,
  count: count.describe('Tests that stopped working; they have no ratio.'),
  tests: z.array(stoppedTestSchema).describe('The first 20 of them.'),
});

/** A log of at most 500 runs names each in one line. */
const MOST_VERDICT = 20_000;

export const commitSearchBody = z.strictObject({
  id: text
    .regex(/^b[0-9a-z]{1,40}$/, 'expected “b” and at most 40 small letters and digits')
    .describe('Id of the search. A search that is sent again changes nothing.'),
  found: z.enum(SEARCH_ENDS),
  firstBad: text
    .max(200)
    .nullable()
    .describe('Name of the first bad build, or null where several builds remain.'),
  lastGood: text.max(200).nullable(),
  candidates: count.describe('Builds that may be the first bad one; 0: none was searched.'),
  chance: number.min(0).max(1).nullable().describe('That the first bad build is one of them.'),
  change: number.positive().nullable().describe('BAD / GOOD.'),
  runs: count.describe('Runs of all builds.'),
  test: text.max(500).describe('The test that was searched.'),
  verdict: text
    .min(1)
    .max(MOST_VERDICT)
    .describe('Verdict and evidence in lines, as the command prints them.'),
});

export const commitSearchSchema = z.object({
  ...commitSearchBody.shape,
  by: text.describe('Name of a token, or `local`.'),
  at: time,
});

export const commitSearchListSchema = z.object({
  searches: z.array(commitSearchSchema).describe('The newest first.'),
});

export const recordListSchema = z.object({
  regressions: z.array(recordSchema),
  total: count,
  page: count,
  pages: count,
  counts: z.record(z.enum([...STATES, 'withdrawn']), count).describe('Records by state.'),
  notMeasured: count.describe('Of all pages: those that are not measured any more.'),
  stopped: z
    .array(stoppedSchema)
    .describe(
      'Lines whose newest version has tests that stopped working. Chosen by product and server alone; no records, and in no count. Empty for improvements.',
    ),
});

/** `1` and `true` are yes; what is left out is no. */
const yes = z
  .union([flag, z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')])
  .default(false);

export const recordFilter = z.object({
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
  byCause: yes.describe('1: group records by suspected cause.'),
  page: pageNumber.default(1),
  pageSize: limit.default(50),
});

/** Fields over HTTP that are computed or shortened from several columns; all others are stored under their name. */
const COMPUTED = {
  certainty: true,
  reason: true,
  url: true,
  title: true,
  server: true,
  serverNote: true,
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
/** What is known of a stop. */
export type RecordStop = z.infer<typeof stopSchema>;
export type RecordOverHttp = z.infer<typeof recordSchema>;
export type RecordFilter = z.infer<typeof recordFilter>;
export type RecordList = z.infer<typeof recordListSchema>;
export type CommitSearchBody = z.infer<typeof commitSearchBody>;
export type CommitSearch = z.infer<typeof commitSearchSchema>;
