import { z } from 'zod';
import { manifestSchema } from '../../../manifest/manifest';
import { storedText, UNSTORABLE } from '../../../manifest/stored-text';
import { MAX_OPEN_NAME } from '../../../model/open-metric';
import { MAX_TEST_NAME } from '../../../model/test-label';
import { isStorableText } from '../../../model/words/storable-text';

/** Version of the format: the value of `basecaseResults`. */
export const RESULTS_VERSION = 1;

const text = storedText();
const name = storedText(MAX_OPEN_NAME);

const fields = manifestSchema.shape;

/** Fields with which a result overrides the head of its file, for several versions, machines or workloads in one file. */
const ofVariant = {
  product: fields.product,
  version: fields.version,
  flavour: fields.flavour,
  config: fields.config,
  build: fields.build,
  at: fields.startedAt.describe('When it was measured, ISO 8601 with a time zone.'),
};

const workload = z.strictObject({
  label: text
    .optional()
    .describe('Part of what is compared: results of other labels are in another heatmap.'),
  cached: z.boolean().optional().describe('True: the data fits in memory.'),
  clients: z.int().positive().max(1_000_000).optional().describe('Connections, threads or users at once.'),
  tables: z.int().positive().optional(),
  rowsPerTable: z.int().positive().optional(),
  primaryKey: z.boolean().optional().describe('True: tables have a primary key and no other index.'),
  /** Of values that are ratios: the table, and the column that they are relative to. */
  ratiosTo: z.strictObject({ table: text, base: text }).optional(),
});

const machine = z.union([text, fields.server.unwrap()]);

/** One number of one test, or why there is none. */
export const resultSchema = z
  .strictObject({
    test: storedText(MAX_TEST_NAME).describe(
      'What was run: `q1`, `insert/batch-100`. What stands before the first `/` groups tests.',
    ),
    range: z.int().positive().optional().describe('Rows that a query of the test reads.'),
    metric: name
      .default('throughput')
      .describe(
        'What was measured: `throughput`, a metric that is known (`latency_p99`), or any other name.',
      ),
    value: z.number().nullable().optional().describe('Null: it was not measured.'),
    unit: z
      .string()
      .trim()
      .max(40)
      .refine((unit) => !unit.includes(':'), 'a unit holds no colon')
      .refine(isStorableText, UNSTORABLE)
      .optional()
      .describe(
        '`queries/s`, `ms`, `KiB`, `%`. Of a known metric it may be left out where it is the usual one.',
      ),
    better: z.enum(['higher', 'lower', 'none']).optional().describe('Left out: inferred of unit and name.'),
    main: z.boolean().optional().describe('This metric measures the speed of the test.'),
    repeat: z
      .int()
      .positive()
      .max(100_000)
      .optional()
      .describe('1, 2, ... Left out: counted in the order of the file.'),
    status: z
      .enum(['failed', 'sla_failed', 'warmup'])
      .optional()
      .describe('Why its numbers are compared with nothing: it failed, it missed its SLA, it only warms up.'),
    error: storedText(1000).optional().describe('The test failed: why. Its numbers count nowhere.'),
    machine: machine.optional(),
    workload: z.union([text, workload]).optional(),
    clients: workload.shape.clients,
    ...ofVariant,
    series: z
      .array(z.tuple([z.number(), z.number().nullable()]))
      .optional()
      .describe('Values over time: seconds since the start, value.'),
    attributes: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .optional()
      .describe('Whatever else is known of it, by name: shown as facts.'),
  })
  .refine(
    ({ value, error }) => value !== undefined || error !== undefined,
    'expected a value, or an error with the reason why there is none',
  );

/** What holds for all results of a file. */
export const headSchema = z.strictObject({
  $schema: z.string().optional(),
  basecaseResults: z.literal(RESULTS_VERSION).describe('Says that this is a file of this format, version 1.'),
  tool: z
    .union([name, z.strictObject({ name, version: text.optional() })])
    .describe('What measured it. Results of one tool are one benchmark.'),
  machine: machine.optional().describe('The server that it was measured on.'),
  workload: z.union([text, workload]).optional(),
  ...ofVariant,
  repository: fields.repository,
  facts: fields.facts,
  rounds: fields.rounds,
  campaign: fields.campaign,
  notes: fields.notes,
});

/** A whole file that is one JSON text. */
const resultsFileSchema = headSchema.extend({ results: z.array(resultSchema) });

export type ResultsHead = z.infer<typeof headSchema>;
export type ResultRow = z.infer<typeof resultSchema>;
/** What a result or a head says of where it belongs. */
export type SaidOfRun = Pick<
  ResultRow,
  'machine' | 'workload' | 'clients' | 'product' | 'version' | 'flavour' | 'config' | 'build' | 'at'
>;

/** The JSON Schema that the repository and `/schema/results.v1.json` have, as text. */
export function resultsJsonSchema(): string {
  const schema = z.toJSONSchema(resultsFileSchema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return `${JSON.stringify({ ...schema, title: 'Results of a benchmark, for Basecase' }, null, 2)}\n`;
}
