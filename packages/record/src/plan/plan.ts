import { BUILD_FIELDS, isCommitUrl, isWebAddress, SERVER_KINDS } from '@basecase/ingest/model';
import { z } from 'zod';
import { testSchema } from './test-schema';
import { variantSchema } from './variant-schema';

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
    facts: z.strictObject({ compiler: text.optional(), storage: text.optional() }).optional(),
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
