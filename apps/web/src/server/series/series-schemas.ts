import { MAX_TEXT } from '@basecase/views/url';
import { z } from 'zod';

/*
 * Series over HTTP: addresses are checked with these names, answers are typed by the schemas, and the OpenAPI
 * description is made of both. Unknown names are refused where they are looked up, with the known ones.
 */

export const SERIES_FORMATS = ['json', 'csv'] as const;

const text = z.string().max(MAX_TEXT).optional();
const place = {
  server: text.describe('Name or slug of the server. Default: that of the newest night.'),
  workload: text.describe('Slug of the workload. Default: that of the newest night.'),
  line: text.describe('Key of the version line. Default: the line with the newest night.'),
  branch: text.describe('Branch of the version line.'),
};

export const seriesQuery = z.object({
  ...place,
  test: z.string().max(MAX_TEXT).describe('Key of the test, e.g. point-query_range=100.'),
  metric: text.describe('Label or id of the metric: cpu/o, latency_p99. Default: throughput.'),
  from: text.describe('A day, or a time with its zone: only nights of commits since then.'),
  to: text.describe('Only nights of commits until then; of a day the whole of it.'),
  format: z.enum(SERIES_FORMATS).default('json').describe('csv: one row for each night.'),
});

export const linesQuery = z.object(place);

const time = z.iso.datetime();
const count = z.number().int().nonnegative();
const name = z.string();

const line = z.object({
  server: name.describe('Slug.'),
  workload: name.describe('Slug.'),
  line: name.describe('Key of the version line.'),
  product: name,
  version: name.describe('Of the line: 19devel.'),
  branch: name.nullable(),
  flavour: name.nullable(),
  config: name.nullable(),
});

export const linesAnswer = z.object({
  lines: z
    .array(
      line.extend({
        serverName: name,
        workloadLabel: name.describe('The workload in words.'),
        benchmark: name,
        nights: count,
        newestAt: time.describe('When the newest night was measured.'),
        tests: z.array(name).describe('Keys, in the order of pages.'),
        url: z.url().describe('The page with all tests of the line.'),
      }),
    )
    .describe('The line with the newest night first.'),
});

const commitOrVersion = name.describe('The commit; without one the version with what is known of the build.');

export const seriesAnswer = line.extend({
  test: name,
  metric: name.describe('Id.'),
  unit: name,
  better: z.enum(['higher', 'lower']).nullable().describe('Null: neither is better.'),
  url: z.url().describe('The page of the series.'),
  enough: z.boolean().describe('False: fewer than 12 nights. Levels and changes are then missing.'),
  nights: count.describe('Nights with a value, of the whole series.'),
  sigma: z.number().describe('SD of ln of one night.'),
  rho: z.number().describe('Correlation of one night with the next.'),
  isStale: z.boolean().describe('True while a job has not judged the newest runs yet.'),
  facts: z
    .record(z.string(), z.string())
    .describe('What the newest runs say of machine and compiler: kernel, compiler, ...'),
  points: z
    .array(
      z.object({
        at: time.describe('Time of the commit; where that is unknown, of the first measurement.'),
        measuredAt: time,
        commit: name.nullable(),
        number: z.number().int().nullable().describe('Number of the build.'),
        version: name,
        value: z
          .number()
          .nullable()
          .describe('Median of runs and repeats; null: failed, missing or doubtful.'),
        status: name,
        repeats: count,
        run: name.describe('Id of the newest run.'),
        column: name.describe('Slug of the column on pages.'),
        level: count.nullable().describe('Index of its level; null: it belongs to none.'),
        otherCpus: z
          .number()
          .nullable()
          .describe('CPUs that other programs used during the run; null if unknown.'),
      }),
    )
    .describe('One for each night, in build order.'),
  levels: z
    .array(
      z.object({
        from: time.describe('`at` of its first night.'),
        to: time.describe('`at` of its last night.'),
        value: z.number(),
        low: z.number().describe('95% of its nights lie between low and high.'),
        high: z.number(),
        nights: count,
      }),
    )
    .describe('Of all nights: from and to leave out levels, and shorten none.'),
  changes: z.array(
    z.object({
      at: time.describe('`at` of the first bad night.'),
      lastGood: commitOrVersion,
      lastGoodAt: time,
      firstBad: commitOrVersion,
      firstBadAt: time,
      column: name.describe('Slug of the column of the first bad night.'),
      ratio: z.number().describe('Level after / level before, with its 95% interval.'),
      low: z.number(),
      high: z.number(),
      direction: z.enum(['slower', 'faster']).nullable(),
      state: z.enum(['sure', 'possible']),
      doubts: z.array(name).describe('Why it is not sure.'),
      brokenBy: name.nullable().describe('Environment change at this place; not counted as a regression.'),
      fixedAt: time.nullable().describe('`at` of the first night that is back at the level before.'),
      nights: count.describe('Nights that the new level rests on.'),
      suspects: z
        .object({
          after: name,
          upTo: name,
          href: z.url().nullable().describe('The commits, where the host of the repository is known.'),
        })
        .nullable()
        .describe('Commits after the last good one, up to the first bad one.'),
      record: z.url().nullable().describe('Page of its record; only of throughput.'),
    }),
  ),
  annotations: z.array(
    z.object({
      id: name.nullable().describe('Null: not said by anybody, a fact of the runs changed.'),
      at: time,
      label: name,
      by: name.nullable(),
      firstNightAt: time.nullable().describe('`at` of the first night after it; null: there is none.'),
    }),
  ),
});

export const nightsAnswer = line.extend({
  url: z.url().describe('The page with all tests of the line.'),
  isStale: z.boolean().describe('True while a job has not judged the newest runs yet.'),
  hiddenNights: count.describe('Older nights that are left out.'),
  tests: z
    .array(
      z.object({
        test: name,
        held: z
          .array(name)
          .describe(
            'Columns of first bad nights of sure changes: they stay where they are when a night is added.',
          ),
      }),
    )
    .describe('In the order of pages.'),
  nights: z
    .array(
      z.object({
        at: time.describe('Time of the commit; where that is unknown, of the first measurement.'),
        measuredAt: time,
        commit: name.nullable(),
        number: z.number().int().nullable().describe('Number of the build.'),
        column: name.describe('Slug of the column on pages.'),
        facts: z.record(z.string(), z.string()).describe('What its newest run says of machine and compiler.'),
        values: z
          .array(z.number().nullable())
          .describe('Throughput, in the order of `tests`; null: failed, missing or doubtful.'),
      }),
    )
    .describe('In build order.'),
  annotations: z
    .array(z.object({ id: name, at: time, label: name, by: name.nullable() }))
    .describe('What people said. Facts that changed are among the facts of nights.'),
});

export type NightsAnswer = z.infer<typeof nightsAnswer>;
export type SeriesAnswer = z.infer<typeof seriesAnswer>;
export type LinesAnswer = z.infer<typeof linesAnswer>;
