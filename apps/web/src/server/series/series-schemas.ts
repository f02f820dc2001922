import { slug } from '@basecase/contract/fields';
import { MAX_TEXT } from '@basecase/contract/words';
import { MAX_ANNOTATION } from '@basecase/db/annotations/annotations';
import { z } from 'zod';
import { named } from '../input-schemas';

/* Addresses of series. Unknown names are refused where they are looked up, with the known ones. */

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
  format: z.enum(['json', 'csv']).default('json').describe('csv: one row for each night.'),
});

export const linesQuery = z.object(place);

/** Of a time, however it is written. */
const MAX_TIME = 60;

export const annotationInput = z.strictObject({
  at: z
    .string()
    .min(1)
    .max(MAX_TIME)
    .describe('When it happened: ISO 8601, at most a year ahead. A day is its beginning in UTC.'),
  label: named(MAX_ANNOTATION).describe('What happened: kernel 6.14.'),
  server: slug.nullish().describe('Name or slug of the server that it happened to. Default: all servers.'),
  product: slug.nullish().describe('Default: all products.'),
});

export const annotationFilter = z.strictObject({
  server: slug.optional().describe('Annotations of this server, and of all servers.'),
});
