import { z } from 'zod';

/** The parameters of a compare page, as texts: the page reads every text, and takes the default for what makes no sense. */
const query = z.object({
  format: z.enum(['json', 'csv', 'tsv', 'md']).default('json'),
  server: z.string().optional().describe('Slug of the server.'),
  workload: z.string().optional().describe('Slug of the workload.'),
  base: z.string().optional().describe('Slug of the column that others are divided by.'),
  cols: z.string().optional().describe('Slugs of columns, with commas between them.'),
  metric: z
    .string()
    .optional()
    .describe('qps, cpu/o, cs/o, r/o, rKB/o, wKB/o, or the label of another metric.'),
  q: z.string().optional().describe('Words that the tests must have; -word must not be there.'),
  only: z.enum(['1']).optional().describe('1: only tests that changed.'),
  rule: z
    .enum(['verdicts', 'thresholds'])
    .optional()
    .describe('What changes are judged by; verdicts by default, for throughput.'),
  t: z.string().optional().describe('Threshold of a regression, e.g. 0.95.'),
});

const values = z.array(z.number().nullable());

const json = z.object({
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
          'Beside columns, null for the base: regression, small regression, possible regression, improvement, small improvement, possible improvement, no change, unclear, missing.',
        ),
    }),
  ),
  rule: z.object({
    name: z.enum(['verdicts', 'thresholds']).describe('verdicts: by noise; thresholds: by the ratio alone.'),
    version: z.number().nullable().describe('Version of the rule behind verdicts by noise.'),
    threshold: z.number().nullable(),
  }),
});

export const compareSchemas = { query, json };
