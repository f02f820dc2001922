import { HEATMAP_METRICS } from '@basecase/ingest/model';
import { z } from 'zod';

/** Only from text: coercing a missing cell would make 0 of it. */
const numberSchema = z.string().pipe(z.coerce.number());

/**
 * One figure of a published report, as `data/published/README.md` describes its columns.
 * Empty cells are null: the report does not say.
 */
const figureSchema = z.object({
  post: z.string().regex(/^\d{4}-\d{2}-\d{2} ./, 'starts with a date'),
  server: z.string().min(1),
  cores: numberSchema.pipe(z.number().int().positive()).nullable(),
  product: z.string().min(1),
  benchmark: z.enum(['sysbench', 'Insert Benchmark', 'fio']),
  workload: z.string().min(1),
  base: z.string().nullable(),
  version: z.string().min(1),
  config: z.string().nullable(),
  test: z.string().min(1),
  metric: z.enum([...HEATMAP_METRICS, 'iops', 'mb_per_s', 'sync_latency_us']),
  value: numberSchema.pipe(z.number().nonnegative()),
  kind: z.enum(['relative', 'absolute']),
});

export type PublishedFigure = z.infer<typeof figureSchema>;

/**
 * Reads the file of published figures (RFC 4180: quoted cells may hold commas, and quotes as `""`).
 *
 * @throws Error that names the line and the column of the first cell that is not as described
 */
export function parsePublishedCsv(text: string): PublishedFigure[] {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  const header = parseCells(lines[0] ?? '');
  return lines.slice(1).map((line, index) => {
    const cells = parseCells(line);
    const row = Object.fromEntries(header.map((name, column) => [name, cells[column] || null]));
    const figure = figureSchema.safeParse(row);
    if (figure.success) return figure.data;
    const [issue] = figure.error.issues;
    throw new Error(`Published figures, line ${index + 2}, ${issue?.path.join('.')}: ${issue?.message}`);
  });
}

function parseCells(line: string): string[] {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
