import type { Report } from '@basecase/analysis';
import { type CompareState, compareUrl, EXPORT_FORMATS } from '@basecase/views/compare';
import { z } from 'zod';
import type { Operation } from './operation';

/** What each parameter of a compare page means. Bad values are no error: they are the default, as on the page. */
const MEANING: Readonly<Record<keyof CompareState, string>> = {
  server: 'Slug of the server.',
  workload: 'Slug of the workload.',
  base: 'Slug of the base column. Default: the first column.',
  cols: 'Comma-separated slugs of columns; all: every column.',
  metric: 'Label of the metric.',
  t: 'Threshold of a regression.',
  rule: 'What changes are judged by: noise (for throughput), or the threshold alone.',
  q: 'Words that must occur in test names; -word excludes.',
  only: '1: only tests that changed.',
  sort: 'Slug of the column to sort by, smallest ratio first; with a leading -, largest first.',
  fold: 'Comma-separated ids of groups that the page shows as one line; tables have all tests.',
  cell: 'Test and column of the open cell, separated by @.',
  repeat: 'Repeat of the open cell that charts over time show; 1 is the first.',
  show: 'Slug of the one column that a narrow screen shows.',
};

/** The parameters of the compare page, from the codec that it reads its address with. */
export const compareParameters: NonNullable<Operation['parameters']> = Object.fromEntries(
  Object.entries(MEANING).map(([name, description]) => {
    const { schema } = compareUrl.fields[name as keyof CompareState];
    return [name, { ...schema, description }];
  }),
);

export const REPORT_FORMATS = ['md', 'json'] as const;
const IMAGE_SIZES = ['card', 'table'] as const;

const tableQuery = z.object({
  format: z
    .enum(EXPORT_FORMATS)
    .default('json')
    .describe('json, csv and md include the verdict of each cell; tsv has the layout of published tables.'),
});

const reportQuery = z.object({
  format: z.enum(REPORT_FORMATS).default('md'),
  permalink: z.string().optional().describe('Slug of a permalink: the report of its frozen numbers.'),
});

const size = z
  .enum(IMAGE_SIZES)
  .default('card')
  .describe(
    'card: 1200 × 630 pixels, the open cell or the part of the table that fits. table: the whole table.',
  );

export const viewQueries = {
  table: tableQuery,
  report: reportQuery,
  image: z.object({ size }),
  artifact: z.object({
    as: z.enum(['svg']).optional().describe('An SVG as an image, only inside a frame; otherwise as text.'),
  }),
};

const values = z.array(z.number().nullable());

export const tableSchema = z.object({
  base: z.string(),
  columns: z.array(z.string()),
  rows: z.array(
    z.object({
      test: z.string(),
      group: z.string(),
      absolute: values,
      relative: values,
      verdicts: z
        .array(z.string().nullable())
        .describe(
          'In the order of columns; null for the base: regression, small regression, possible regression, improvement, small improvement, possible improvement, no change, unclear, missing.',
        ),
    }),
  ),
  rule: z.object({
    name: z.enum(['verdicts', 'thresholds']).describe('verdicts: by noise; thresholds: by the ratio alone.'),
    version: z.number().nullable().describe('Version of the rule behind verdicts by noise.'),
    threshold: z.number().nullable(),
  }),
});

const reportCell = z.object({
  text: z.string().describe('As displayed; empty if there is no value.'),
  level: z.string().describe('Colour level.'),
  verdict: z.string().optional(),
});

const change = z.object({
  test: z.string(),
  ratio: reportCell,
  since: z.string().nullable().describe('The first version that is slower.'),
  costs: z
    .array(reportCell)
    .describe('In the order of the cost names: cost per operation relative to the base.'),
  explained: z.string(),
  sentence: z.string(),
});

const both = z.object({ worse: z.number().int(), better: z.number().int() });

export const reportSchema = z.object({
  title: z.string(),
  facts: z.array(z.object({ label: z.string(), text: z.string() })).describe('What was tested, and where.'),
  metric: z.string(),
  base: z.object({ label: z.string(), name: z.string() }),
  judged: z.string().describe('Name of the column that the summary is about.'),
  rule: z.union([
    z.object({ name: z.literal('verdicts'), version: z.number(), sentence: z.string() }),
    z.object({ name: z.literal('thresholds'), threshold: z.number(), sentence: z.string() }),
  ]),
  legend: z.array(z.object({ number: z.string(), label: z.string(), name: z.string() })),
  groups: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      rows: z.array(z.object({ test: z.string(), cells: z.array(reportCell) })),
      means: z.array(reportCell).describe('Geometric mean of each column.'),
      summary: z.array(z.string()).describe('Findings, one sentence each.'),
    }),
  ),
  changes: z.object({
    costs: z.array(z.string()),
    worse: z.array(change),
    better: z.array(change),
    total: both.describe('Total; greater than the length of the list if the list was cut.'),
    possible: both.describe('How many of them are only possible.'),
  }),
});

/** What a report answers in JSON; the compiler sees to it that a report is what the description says. */
export function reportJson(
  report: Report & Pick<z.infer<typeof reportSchema>, 'title' | 'facts'>,
): z.infer<typeof reportSchema> {
  return report;
}
