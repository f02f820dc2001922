import { CERTAINTIES, type Report } from '@basecase/analysis';
import { disclosureSchema } from '@basecase/contract/disclosure';
import { integer, list, maybeNumber, maybeText, number, text, texts } from '@basecase/contract/fields';
import { RUN_EXPORTS } from '@basecase/db/export/export-runs';
import { type CompareState, compareUrl, EXPORT_FORMATS } from '@basecase/views/compare';
import { POST_FORMS } from '@basecase/views/report';
import { z } from 'zod';
import type { Described } from './operation';

/** Meaning of each parameter of a compare page. Bad values are not an error: the default is used, as on the page. */
const MEANING: Readonly<Record<keyof CompareState, string>> = {
  server: 'Slug of the server.',
  workload: 'Slug of the workload.',
  product:
    'Products whose columns are shown, in any case; once for each. Default: the one with the most comparable versions. Several stand side by side, each against its own base.',
  base: 'Comma-separated slugs of base columns: of each product the last one counts. Default: the base that the author published, else the first column of the product.',
  bases: 'own: each product has its own base; one: all columns are divided by one base.',
  match:
    'Words that must occur in the names of columns (product, version, build, config); -word excludes. Takes the place of cols.',
  from: 'First version of the columns. Takes the place of cols.',
  to: 'Last version of the columns; 8.0 includes all of 8.0.',
  columns:
    'versions; configs: each version that was run with two builds or configs, next to each other, the first as the base.',
  first: 'Build and config of the first of the two, as `rel_o2nofp z12a_c8r32`.',
  second: 'Build and config of the second.',
  split:
    'Config at which its line is split in this view: versions before it and from it on are compared apart. Once for each.',
  cols: 'Comma-separated slugs of columns; all: every column.',
  metric: 'Label of the metric.',
  t: 'Threshold of a regression.',
  rule: 'Rule by which changes are judged: noise (for throughput), or the threshold alone.',
  q: 'Words that must occur in test names; -word excludes.',
  only: '1: only tests that changed.',
  warmups: '1: tests that only warm up, too; they have no verdict.',
  sort: 'Slug of the column to sort by, smallest ratio first; with a leading -, largest first.',
  fold: 'Comma-separated ids of groups that the page shows as one line; tables have all tests.',
  page: 'Page of the tests on the page; tables have all tests.',
  cell: 'Test and column of the open cell, separated by @.',
  repeat: 'Repeat of the open cell that charts over time show; 1 is the first.',
  weights:
    'What if: a test and its weight on each line, as `scan_range=100 2`; tests without one do not count.',
  price: 'What if: price of the server an hour.',
  currency: 'Of the price: three letters, as EUR.',
  power: 'What if: power of the server in W while it is measured.',
  show: 'Slug of the one column that a narrow screen shows.',
};

/** The parameters of the compare page, from the codec that it reads its address with. */
export const compareParameters: NonNullable<Described['parameters']> = Object.fromEntries(
  Object.entries(MEANING).map(([name, description]) => {
    const { schema } = compareUrl.fields[name as keyof CompareState];
    return [name, { ...schema, description }];
  }),
);

/** A table, or the runs behind it. */
const tableQuery = z.object({
  format: z
    .enum([...EXPORT_FORMATS, ...RUN_EXPORTS])
    .default('json')
    .describe(
      'json, csv and md include the verdict of each cell; tsv has the layout of published tables. results (the open format) and parquet have the runs behind it: the columns and tests that are shown, with all of their metrics.',
    ),
});

/** The same of a permalink, which is also a page that needs no server. */
const frozenQuery = z.object({
  format: z
    .enum([...EXPORT_FORMATS, ...RUN_EXPORTS, 'html'])
    .default('json')
    .describe(
      `${tableQuery.shape.format.description ?? ''} html: one file that opens without network, with the tables, a filter and, of a heatmap, every base.`,
    ),
});

const runQuery = z.object({
  format: z
    .enum(RUN_EXPORTS)
    .default('results')
    .describe('results: NDJSON of the open format. parquet: a row for each number.'),
});

const reportQuery = z.object({
  format: z
    .enum(['md', 'html', 'json', 'post', 'zip'])
    .default('md')
    .describe(
      'html has its picture inside; md links to it: of a permalink, or of the live view. post: blocks and pictures for `basecase publish`. zip: a new post with its pictures, to be unpacked.',
    ),
  as: z.enum(POST_FORMS).default('hugo').describe('Of a post: the program that it is made for.'),
  length: z
    .enum(['long', 'short'])
    .default('long')
    .describe('long: all tables and every change. short: summary, picture and largest changes.'),
  permalink: text.optional().describe('Slug of a permalink: the report of its frozen numbers.'),
});

const size = z
  .enum(['card', 'table'])
  .default('card')
  .describe(
    'card: 1200 × 630 pixels, the open cell or the part of the table that fits. table: the whole table.',
  );

export const viewQueries = {
  table: tableQuery,
  frozen: frozenQuery,
  run: runQuery,
  report: reportQuery,
  image: z.object({ size }),
  heatmapImage: z.object({
    size: z
      .enum(['card', 'table', 'groups'])
      .default('card')
      .describe(`${size.description} groups: relative values by group and version.`),
    format: z.enum(['png', 'svg']).default('png').describe('svg: of groups only.'),
  }),
  artifact: z.object({
    as: z.enum(['svg']).optional().describe('An SVG as an image, only inside a frame; otherwise as text.'),
  }),
};

const values = z.array(maybeNumber);

const certainty = z
  .enum(CERTAINTIES)
  .nullable()
  .describe('sure; likely: not confirmed; noise: within noise; null: not measured.');

export const tableSchema = z.object({
  metric: text.describe('As its benchmark calls it, with its unit unless the name has it: `QPS`, `p99 (s)`.'),
  base: text,
  bases: texts
    .optional()
    .describe('Base of each column, in the order of columns; only where they have not the same.'),
  columns: texts,
  rows: list({
    test: text,
    group: text,
    absolute: values,
    relative: values,
    verdicts: z
      .array(maybeText)
      .describe(
        'In the order of columns; null for the base: stopped working, regression, small regression, `possible regression`, improvement, small improvement, `possible improvement`, no change, `unclear`, missing.',
      ),
    certainty: z
      .array(certainty)
      .describe(
        'Certainty of each verdict, in the order of columns; null for the base and where not measured.',
      ),
    reasons: z
      .array(maybeText)
      .describe(
        'Why a column has no value that is compared, in the order of columns; null where it has one.',
      ),
  }),
  rule: z.object({
    name: z.enum(['verdicts', 'thresholds']).describe('verdicts: by noise; thresholds: by the ratio alone.'),
    version: maybeNumber.describe('Version of the rule behind verdicts by noise.'),
    threshold: maybeNumber,
  }),
});

const reportCell = z.object({
  text: text.describe('As displayed; empty without a value.'),
  level: text.describe('Colour level.'),
  verdict: text.optional(),
});

const change = z.object({
  test: text,
  ratio: reportCell,
  since: maybeText.describe('The first version that is slower.'),
  costs: z
    .array(reportCell)
    .describe('In the order of the cost names: cost per operation relative to the base.'),
  explained: text,
  sentence: text,
});

const both = z.object({ worse: integer, better: integer });

export const reportSchema = z.object({
  title: text,
  facts: list({ label: text, text }).describe('What was tested, and where.'),
  disclosure: disclosureSchema
    .nullable()
    .describe('How its runs were made; null for permalinks from before it was kept.'),
  whatIf: z
    .object({
      notes: texts.describe('Assumptions and formulas, one sentence each.'),
      currency: maybeText,
      columns: list({
        name: text,
        mean: maybeNumber.describe('Weighted geometric mean of the ratios to the base.'),
        cost: maybeNumber.describe('Per million operations, in the currency.'),
        energy: maybeNumber.describe('Per million operations, in Wh.'),
      }),
    })
    .nullable()
    .describe('Null unless weights, price or power are given.'),
  metric: text,
  base: z.object({ label: text, name: text }),
  judged: text.describe('Name of the column that the summary is about.'),
  rule: z.union([
    z.object({ name: z.literal('verdicts'), version: number, sentence: text }),
    z.object({ name: z.literal('thresholds'), threshold: number, sentence: text }),
  ]),
  legend: list({ number: text, label: text, name: text }),
  groups: list({
    id: text,
    label: text,
    rows: list({ test: text, cells: z.array(reportCell) }),
    means: z.array(reportCell).describe('Geometric mean of each column.'),
    summary: texts.describe('Findings, one sentence each.'),
  }),
  changes: z.object({
    costs: texts,
    worse: z.array(change),
    better: z.array(change),
    total: both.describe('Total; greater than the length of the list if the list was cut.'),
    possible: both.describe('How many of them are likely, not confirmed.'),
  }),
});

/** What a report answers in JSON; the compiler sees to it that a report is what the description says. */
export function reportJson(
  report: Report & Pick<z.infer<typeof reportSchema>, 'title' | 'facts' | 'disclosure' | 'whatIf'>,
): z.infer<typeof reportSchema> {
  return report;
}
