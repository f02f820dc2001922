import { MAX_TEXT } from '@basecase/views/url';
import { z } from 'zod';

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
