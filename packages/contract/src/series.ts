import { z } from 'zod';
import {
  address,
  byAndAt,
  count,
  flag,
  integer,
  list,
  maybeNumber,
  maybeText,
  maybeTime,
  number,
  text,
  texts,
  time,
} from './fields';
import { STOP_REASONS } from './words';

/* Nights of version lines: the lines, one test over time, all tests over time, and external events. */

const place = z.object({
  server: text.describe('Slug.'),
  workload: text.describe('Slug.'),
  line: text.describe('Key of the version line.'),
  product: text,
  version: text.describe('Of the line: 19devel.'),
  branch: maybeText,
  flavour: maybeText,
  config: maybeText,
});

const pageOfLine = address.describe('The page with all tests of the line.');

export const linesSchema = z.object({
  lines: z
    .array(
      place.extend({
        serverName: text,
        workloadLabel: text.describe('The workload in words.'),
        benchmark: text,
        configs: texts.optional().describe('Of a line that continues in other configs: all of them.'),
        nights: count,
        newestAt: time.describe('When the newest night was measured.'),
        tests: texts.describe('Keys, in the order of pages.'),
        url: pageOfLine,
      }),
    )
    .describe('The line with the newest night first.'),
});

const isStale = flag.describe('True while a job has not judged the newest runs yet.');
const facts = z.record(text, text);
const column = text.describe('Slug of the column on pages.');
const night = {
  at: time.describe('Time of the commit; where that is unknown, of the first measurement.'),
  measuredAt: time,
  commit: maybeText,
  number: integer.nullable().describe('Number of the build.'),
};

export const pointSchema = z.object({
  ...night,
  version: text,
  value: maybeNumber.describe('Median of runs and repeats; null: failed, missing or suspect.'),
  status: text,
  repeats: count,
  run: text.describe('Id of the newest run.'),
  column,
  level: count.nullable().describe('Index of its level; null: it belongs to none.'),
  otherCpus: maybeNumber.describe('CPUs that other programs used during the run; null if unknown.'),
});

const commitOrVersion = text.describe('The commit; without one the version with what is known of the build.');

export const changeSchema = z.object({
  at: time.describe('`at` of the first bad night.'),
  lastGood: commitOrVersion,
  lastGoodAt: time,
  firstBad: commitOrVersion,
  firstBadAt: time,
  column: text.describe('Slug of the column of the first bad night.'),
  ratio: number.describe('Level after / level before, with its 95% interval.'),
  low: number,
  high: number,
  direction: z.enum(['slower', 'faster']).nullable(),
  state: z.enum(['sure', 'possible']),
  doubts: texts.describe('Why it is not sure.'),
  brokenBy: maybeText.describe('Environment change at this place; not counted as a regression.'),
  fixedAt: maybeTime.describe('`at` of the first night that is back at the level before.'),
  nights: count.describe('Nights that the new level rests on.'),
  suspects: z
    .object({
      after: text,
      upTo: text,
      href: address.nullable().describe('The commits, where the host of the repository is known.'),
      tied: texts.describe(
        'Builds with the time of the first bad one and no number: any of them may be the first bad one.',
      ),
    })
    .nullable()
    .describe('Commits after the last good one, up to the first bad one.'),
  record: address.nullable().describe('Page of its record; only of throughput.'),
});

export const levelSchema = z.object({
  from: time.describe('`at` of its first night.'),
  to: time.describe('`at` of its last night.'),
  value: number,
  low: number.describe('95% of its nights lie between low and high.'),
  high: number,
  nights: count,
});

export const seriesSchema = place.extend({
  test: text,
  metric: text.describe('Id.'),
  unit: text,
  better: z.enum(['higher', 'lower']).nullable().describe('Null: neither is better.'),
  url: address.describe('The page of the series.'),
  enough: flag.describe('False: fewer than 12 nights. Levels and changes are then missing.'),
  nights: count.describe('Nights with a value, of the whole series.'),
  sigma: number.describe('SD of ln of one night.'),
  rho: number.describe('Correlation of one night with the next.'),
  stopped: z
    .object({ since: time.describe('`at` of the first of these nights.'), reason: z.enum(STOP_REASONS) })
    .nullable()
    .describe('Set when the test stopped working: its newest nights all failed or did no operation.'),
  isStale,
  facts: facts.describe('What the newest runs say of machine and compiler: kernel, compiler, ...'),
  points: z.array(pointSchema).describe('One for each night, in build order.'),
  levels: z.array(levelSchema).describe('Of all nights: from and to leave out levels, and shorten none.'),
  changes: z.array(changeSchema),
  annotations: list({
    id: maybeText.describe('Null: not said by anybody, a fact of the runs changed.'),
    at: time,
    label: text,
    by: maybeText,
    firstNightAt: maybeTime.describe('`at` of the first night after it; null: there is none.'),
  }),
});

export const nightSchema = z.object({
  ...night,
  column,
  facts: facts.describe('What its newest run says of machine and compiler.'),
  config: text.optional().describe('Its config, where the line has several.'),
  values: z
    .array(maybeNumber)
    .describe('Throughput, in the order of `tests`; null: failed, missing or suspect.'),
  failed: z
    .array(maybeNumber)
    .optional()
    .describe(
      'Part of the operations that failed, 0 to 1, in the order of `tests`; null: not counted. Left out: of no test.',
    ),
});

export const nightsSchema = place.extend({
  url: pageOfLine,
  isStale,
  hiddenNights: count.describe('Older nights that are left out.'),
  tests: list({
    test: text,
    held: texts.describe(
      'Columns of first bad nights of sure changes: they stay where they are when a night is added.',
    ),
  }).describe('In the order of pages.'),
  nights: z.array(nightSchema).describe('In build order.'),
  annotations: list({ id: text, at: time, label: text, by: maybeText }).describe(
    'What people said. Facts that changed are among the facts of nights.',
  ),
});

export const annotationSchema = z.object({
  id: text,
  at: time,
  label: text,
  server: maybeText.describe('Slug; null: all servers.'),
  product: maybeText.describe('Null: all products.'),
  by: text,
  createdAt: time,
  removed: byAndAt.nullable().describe('Null while it is in force.'),
});

export const annotationListSchema = z.object({
  annotations: z.array(annotationSchema).describe('The newest first, with those that were taken back.'),
});

export type Lines = z.infer<typeof linesSchema>;
export type SeriesAnswer = z.infer<typeof seriesSchema>;
export type NightsAnswer = z.infer<typeof nightsSchema>;
export type Annotation = z.infer<typeof annotationSchema>;
export type AnnotationList = z.infer<typeof annotationListSchema>;
