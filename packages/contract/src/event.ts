import { z } from 'zod';
import {
  address,
  count,
  flag,
  limit,
  maybeNumber,
  maybeText,
  maybeTime,
  pageNumber,
  search,
  slug,
  text,
  time,
} from './fields';
import { EVENT_KINDS, EVENT_SORTS, SHOWN_EVENT_STATES, STATES } from './words';

/* An event: one product, one version or commit, and all servers that show it. Its counts are defined in docs/method.md §10. */

const eventPlaceSchema = z.object({
  server: text.describe('Slug.'),
  workload: text.describe('Slug.'),
  lastGood: text.describe('The version before it here.'),
  stopped: count.describe('Tests that stopped working.'),
  slower: count.describe('Tests that are sure (of an improvement: faster).'),
  likely: count.describe('Tests that are likely slower, not confirmed; never part of slower.'),
  tests: count
    .nullable()
    .describe('Tests that this version and an earlier one measured here; null: unknown.'),
});

export const eventSchema = z.object({
  slug: text,
  url: address.describe('The page of the event.'),
  kind: z.enum(EVENT_KINDS),
  state: z.enum([...STATES, 'withdrawn']),
  sentence: text,
  product: text,
  firstBad: text.describe('Version or build that brought it.'),
  line: maybeText.describe('Version line of a build, e.g. 19devel@master; null of a release.'),
  certainty: z.enum(['sure', 'likely']).describe('sure: at least one test is.'),
  stopped: count,
  slower: count,
  likely: count,
  tests: count.nullable(),
  median: maybeNumber.describe(
    'First bad / last good over the sure tests of all servers; of likely ones if none is sure.',
  ),
  low: maybeNumber.describe('The smallest of these ratios.'),
  high: maybeNumber.describe('The largest.'),
  owner: maybeText,
  bugUrl: maybeText,
  fixedIn: maybeText,
  muted: flag.describe('It sends no messages and is not listed as new.'),
  knownUntil: maybeText.describe(
    'Version that is expected to fix it: until it is measured, the event sends no messages and is not listed as new.',
  ),
  isNews: flag.describe(
    'false: an upgrade or a decision about config lines found it in runs that were judged before.',
  ),
  notMeasuredSince: maybeTime.describe('Set when none of its tests is measured any more.'),
  firstSeen: time,
  changedAt: time,
  places: z.array(eventPlaceSchema),
});

export const eventListSchema = z.object({
  events: z.array(eventSchema),
  total: count,
  page: count,
  pages: count,
  open: count.describe('Open events of the filter, whichever state is asked for.'),
  sure: count.describe('Of these, events with at least one sure test.'),
  likely: count.describe('Of these, the others.'),
});

export const eventFilter = z.object({
  kind: z.enum(EVENT_KINDS).default('regression'),
  search: search.describe('Words that must occur in the names of one of its tests; -word excludes.'),
  product: slug.optional(),
  server: slug.optional().describe('Slug of the server.'),
  line: slug.optional().describe('Version line of builds, e.g. 19devel@master.'),
  since: slug.optional().describe('First bad version.'),
  group: slug.optional().describe('Id of a group of tests, e.g. write, that one of its tests is of.'),
  cause: slug.optional().describe('Key of a suspected cause of one of its records.'),
  measured: z
    .enum(['yes', 'no'])
    .optional()
    .describe('no: of builds, and not measured any more: its current state is unknown. yes: all others.'),
  state: z
    .enum(SHOWN_EVENT_STATES)
    .default('open')
    .describe('open: new, investigating or confirmed. closed: noise or won’t fix. all: all but withdrawn.'),
  certainty: z.enum(['sure', 'likely']).optional(),
  seenAfter: z.iso.datetime().optional().describe('First seen after this time.'),
  sort: z.enum(EVENT_SORTS).default('first seen'),
  page: pageNumber.default(1),
  pageSize: limit.default(200),
});

export type EventOverHttp = z.infer<typeof eventSchema>;
export type EventFilter = z.infer<typeof eventFilter>;
export type EventListOverHttp = z.infer<typeof eventListSchema>;
