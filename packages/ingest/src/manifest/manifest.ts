import { z } from 'zod';
import { parseLayout } from '../identity/layouts/layout-pattern';
import { IngestError } from '../ingest-error';
import { MAX_OPEN_NAME } from '../model/open-metric';
import { MAX_CAMPAIGN, SERVER_KINDS } from '../model/run';
import { isStorableText } from '../model/words/storable-text';
import { buildSchema, factsSchema, repositorySchema } from './build-schema';
import { ExpressionError, parseExpression } from './expression';
import { roundsSchema } from './rounds-schema';
import { storedText, UNSTORABLE } from './stored-text';
import { tableSchema } from './table-schema';

/** A few pages of JSON, with the order of many rounds; anything longer is something else. */
export const MAX_MANIFEST_BYTES = 256 * 1024;

const text = storedText();

function checkLayout(pattern: string, context: z.RefinementCtx): void {
  try {
    parseLayout(pattern);
  } catch (error) {
    if (!(error instanceof IngestError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
}

/** The name is part of the id of the metric, on one line. */
const metricName = storedText(MAX_OPEN_NAME).refine((name) => !/[\r\n]/.test(name), 'a name on one line');

const formula = text.superRefine((written, context) => {
  try {
    parseExpression(written);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
});

const derivedMetric = z.strictObject({
  formula,
  unit: storedText(MAX_OPEN_NAME)
    .refine((unit) => !unit.includes(':'), 'a unit has no colon')
    .optional(),
  /** Left out: as name and unit suggest. */
  better: z.enum(['higher', 'lower', 'none']).optional(),
});

/**
 * `basecase.json`: what a run's files cannot say. At the top of an upload it holds for all runs in it, deeper for the
 * runs at and below its directory. It overrides names and paths. Every field may be left out.
 */
export const manifestSchema = z.strictObject({
  /** Version of this schema; left out: 1. */
  basecase: z.literal(1).optional(),
  /** Pattern of the paths below its directory: `{product}{version}/thr{clients}.txt`. */
  layout: z.string().trim().min(1).superRefine(checkLayout).optional(),
  server: z
    .strictObject({
      name: text,
      cores: z.int().positive().max(100_000).optional(),
      cpu: text.optional(),
      memoryBytes: z.int().positive().optional(),
      storage: text.optional(),
      os: text.optional(),
      /** Whether others use the machine at the same time. */
      kind: z.enum(SERVER_KINDS).optional(),
    })
    .optional(),
  /** Device of iostat that the data is on: `md2`. */
  device: text.optional(),
  product: text.optional(),
  version: text.optional(),
  /** Which build of that version line. */
  build: buildSchema.optional(),
  /** Where the source of its builds is kept. */
  repository: repositorySchema.optional(),
  /** Of the machine and of how things were compiled, on the day of the run. */
  facts: factsSchema.optional(),
  /** How versions were measured in turns. */
  rounds: roundsSchema.optional(),
  /** Which column of its CSV and TSV tables is what. */
  table: tableSchema.optional(),
  /** Metrics computed of others: `{ "fsyncs/write": "fsyncs / writes" }`, or with unit and direction. */
  metrics: z.record(metricName, z.union([formula, derivedMetric])).optional(),
  /** Run directories of the columns of tables that do not name them, in the order of the columns. */
  columns: z.array(text).min(1).max(10_000).optional(),
  flavour: text.optional(),
  config: text.optional(),
  workload: z
    .strictObject({
      /** Part of the workload's identity: runs with different labels are never in one heatmap. */
      label: text.optional(),
      /** True: the data fits in memory, false: IO-bound. */
      cached: z.boolean().optional(),
    })
    .optional(),
  /** What was measured together: runs of one name on one server are one campaign, whatever they were sent in. */
  campaign: storedText(MAX_CAMPAIGN).optional(),
  /** ISO 8601 with a time zone. */
  startedAt: z.iso.datetime({ offset: true }).optional(),
  notes: z.string().trim().max(10_000).refine(isStorableText, UNSTORABLE).optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;
