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
  t: z.string().optional().describe('Threshold of a regression, e.g. 0.95.'),
});

const values = z.array(z.number().nullable());

const json = z.object({
  base: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.object({ test: z.string(), group: z.string(), absolute: values, relative: values })),
});

export const compareSchemas = { query, json };
