import { z } from 'zod';

const options = z.array(z.string().min(1).max(300)).max(50).default([]);

const common = {
  name: z
    .string()
    .regex(/^[a-z0-9][\w-]{0,60}$/, 'expected small letters, digits, "_" or "-", at most 61')
    .describe('Row of the heatmap, and part of the names of its logs.'),
  range: z
    .int()
    .min(0)
    .default(100)
    .describe('Rows of a range; part of the name where a test has none, too.'),
  seconds: z.int().min(1).max(3600).optional().describe('Where it differs from the plan.'),
  warmup: z.int().min(0).max(3600).optional().describe('Where it differs from the plan.'),
};

const sysbench = z.strictObject({
  ...common,
  tool: z.literal('sysbench'),
  script: z.string().min(1).describe('A script of sysbench, "scan", or the path of a Lua file.'),
  options,
});

const pgbench = z.strictObject({
  ...common,
  tool: z.literal('pgbench'),
  builtin: z.enum(['tpcb-like', 'simple-update', 'select-only']).optional(),
  script: z.string().min(1).optional().describe('Path of a file of SQL, in place of builtin.'),
  options,
});

/** What a command prints: the output of a tool that is known, or a number that a pattern finds. */
const output = z.union([
  z.enum(['sysbench', 'pgbench']),
  z.strictObject({
    pattern: z
      .string()
      .refine(isPattern, 'expected a regular expression with one group, around the number')
      .describe('Its last match counts: operations per second.'),
  }),
]);

const command = z.strictObject({
  ...common,
  tool: z.literal('command'),
  command: z
    .string()
    .min(1)
    .max(2000)
    .describe(
      'Run by sh with $BASECASE_HOST, _PORT, _USER, _PASSWORD, _DATABASE, _SECONDS, _CLIENTS, _SEED.',
    ),
  parse: output.describe('The part of its output that is the throughput.'),
});

/** One test. Its tool makes the load; host logs are taken at the same time. */
export const testSchema = z
  .discriminatedUnion('tool', [sysbench, pgbench, command])
  .refine(
    (test) => test.tool !== 'pgbench' || (test.builtin === undefined) !== (test.script === undefined),
    'expected builtin or script, one of them',
  );

export type SysbenchTest = z.infer<typeof sysbench>;
export type PgbenchTest = z.infer<typeof pgbench>;
export type CommandTest = z.infer<typeof command>;
export type OutputKind = z.infer<typeof output>;

function isPattern(source: string): boolean {
  try {
    // An empty alternative always matches, so that the match has the number of groups.
    return new RegExp(`${source}|`).exec('')?.length === 2;
  } catch {
    return false;
  }
}
