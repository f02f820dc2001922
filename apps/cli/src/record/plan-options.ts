import { tmpdir } from 'node:os';
import {
  describeMachine,
  machineWord,
  type Plan,
  planSchema,
  postgresPlan,
  readPlan,
} from '@basecase/record';
import type { BuildOptions } from '../build-options';
import { UsageError } from '../exit';

/** What the command line says of a plan. */
export interface PlanOptions extends BuildOptions {
  postgres?: string;
  tests?: string;
  resolution?: number;
  rounds?: { least: number; most: number };
  clients?: number;
  tables?: number;
  rows?: number;
  seconds?: number;
  warmup?: number;
  seed?: number;
  server?: string;
  duet?: boolean;
  slim?: boolean;
  mostOthers?: number;
}

/**
 * The plan of a file or of `--postgres`, with what the options change of it.
 *
 * @param file null: given by `--postgres`
 * @throws UsageError, RecordError PLAN_INVALID
 */
export async function planOfOptions(file: string | null, options: PlanOptions): Promise<Plan> {
  if ((file === null) === (options.postgres === undefined)) {
    throw new UsageError('give a plan, or --postgres with versions: basecase record --postgres 17,18');
  }
  const plan =
    file === null
      ? await postgresPlan(await postgresChoice(options))
      : pickTests(await readPlan(file), options);
  const { resolution, rounds, mostOthers, clients, tables, rows, seconds, warmup, seed, server, duet, slim } =
    options;
  const changed = {
    ...withBuild(plan, options),
    ...defined({ clients, seconds, warmup, seed, duet, slim }),
    load: { ...plan.load, ...defined({ tables, rows }) },
    rounds: { ...plan.rounds, ...defined({ resolution, mostOthers, ...rounds }) },
    ...(server !== undefined && { server: { ...plan.server, name: server } }),
  };
  const parsed = planSchema.safeParse(changed);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`${issue?.path.join('.')}: ${issue?.message}`);
}

async function postgresChoice({ postgres = '', tests }: PlanOptions) {
  const machine = await describeMachine(tmpdir());
  const named = tests === undefined || tests === 'all' ? (tests ?? 'usual') : tests.split(',');
  return {
    versions: postgres.split(','),
    tests: named as 'all' | 'usual' | string[],
    machine: machineWord(machine),
  };
}

/** The plan of a CI stays as it is from build to build; the build is given on the command line. */
function withBuild(plan: Plan, options: PlanOptions): Plan {
  const { commit, branch, committedAt, buildNumber, buildUrl, repository } = options;
  const build = defined({
    commit,
    branch,
    committedAt,
    url: buildUrl,
    ...(buildNumber !== undefined && { number: Number(buildNumber) }),
  });
  const said =
    repository === undefined ? plan : { ...plan, repository: { ...plan.repository, url: repository } };
  if (Object.keys(build).length === 0) return said;
  const [variant, ...others] = said.variants;
  if (!variant || others.length > 0) {
    throw new UsageError(
      `--commit, --branch, --committed-at, --build-number and --build-url are of one version; the plan has ${said.variants.length}: ` +
        'say in the plan which build each is.',
    );
  }
  return { ...said, variants: [{ ...variant, build: { ...variant.build, ...build } }] };
}

/** `--tests read-only,point-query` of a plan. */
function pickTests(plan: Plan, { tests }: PlanOptions): Plan {
  if (tests === undefined || tests === 'all') return plan;
  const names = tests.split(',');
  const picked = plan.tests.filter(
    ({ name, range }) => names.includes(name) || names.includes(`${name}:${range}`),
  );
  if (picked.length > 0) return { ...plan, tests: picked };
  throw new UsageError(`--tests: the plan has ${plan.tests.map(({ name }) => name).join(', ')}.`);
}

function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
