import { z } from 'zod';
import { address, count, integer, maybeText, maybeTime, number, text, texts, time } from './fields';
import { KINDS, STATES, VERDICTS } from './words';

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
  low: number.describe('95% interval of the ratio.'),
  high: number,
  nights: integer.nullable().describe('Nights that the new level rests on.'),
  doubts: texts.describe('Why it is not sure: newest nights, second opinion, family, drift, weak.'),
  sureness: z.enum(['possible', 'sure', 'fixed']),
  firstBad: buildSchema,
  lastGood: buildSchema,
  suspects: z
    .object({
      after: maybeText,
      upTo: maybeText,
      href: maybeText.describe('Page with these commits.'),
      count: integer.nullable().describe('Known builds between the two that have no value here.'),
    })
    .describe('Commits after the last good build, up to the first bad one.'),
  lastMeasuredAt: maybeTime,
  notMeasuredSince: maybeTime.describe(
    'Set when the test is not measured any more: its current state is unknown.',
  ),
  url: address.describe('All nights of the test.'),
});

export const recordSchema = z.object({
  slug: text,
  url: address.describe('The page of the record.'),
  kind: z.enum(KINDS),
  state: z.enum(STATES),
  title: text,
  server: text.describe('Slug.'),
  workload: text.describe('Slug.'),
  product: text,
  test: text,
  config: maybeText.describe('Set if one config shows it and the others do not.'),
  firstBad: text,
  lastGood: text,
  lastSeen: text.describe('Newest version at the changed level.'),
  fixedIn: maybeText.describe('First version that is back at the previous level.'),
  verdict: z.enum(VERDICTS),
  ratio: number.describe('First bad version / last good version.'),
  levelRatio: number.describe('New level / previous level, each over all its versions.'),
  band: number.describe('Half-width of the noise band on the log scale: 95% of the noise of the ratio.'),
  p: number,
  step: z.enum(['step', 'last', 'isolated']),
  explanation: maybeText,
  cause: text,
  owner: maybeText,
  bugUrl: maybeText,
  createdAt: time,
  changedAt: time,
  withdrawnAt: maybeTime,
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
export type RecordOverHttp = z.infer<typeof recordSchema>;
