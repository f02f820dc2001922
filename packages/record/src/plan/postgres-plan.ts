import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { RecordError } from '../record-error';
import { postgresVersion } from '../servers/npm-postgres';
import { type Plan, planSchema } from './plan';
import { sysbenchTests } from './sysbench-tests';

/** What the command line says of a recording of PostgreSQL from npm. */
export interface PostgresChoice {
  /** `15`, the pinned build of that major, or `17.10`. One that is there twice is measured against itself. */
  versions: readonly string[];
  tests: 'all' | 'usual' | readonly string[];
  /** `c2r24`: of the machine, part of the name of the config. */
  machine: string;
}

/**
 * The plan of `basecase record --postgres 17,18`: the same settings for every version, stock sysbench.
 *
 * @throws RecordError PLAN_INVALID for versions and tests that are unknown
 */
export async function postgresPlan({ versions, tests, machine }: PostgresChoice): Promise<Plan> {
  const found = sysbenchTests(tests);
  if (!found) throw new RecordError('PLAN_INVALID', `unknown test in "${String(tests)}".`);
  const text = await readFile(fileURLToPath(new URL('../../settings/b1.conf', import.meta.url)), 'utf8');
  const known = versions.map(postgresVersion);
  const variants = known.map((version, index) => {
    const before = known.slice(0, index).filter((other) => other === version).length;
    return {
      ...(before > 0 && { name: `${version} again${before > 1 ? ` ${before}` : ''}` }),
      product: 'PostgreSQL',
      version,
      config: `b1_${machine}`,
      settings: { text },
      starter: 'postgres',
      binaries: `npm:${version}`,
    };
  });
  const parsed = planSchema.safeParse({ basecase: 1, variants, tests: found });
  if (parsed.success) return parsed.data;
  throw new RecordError('PLAN_INVALID', parsed.error.issues[0]?.message ?? 'not a plan');
}
