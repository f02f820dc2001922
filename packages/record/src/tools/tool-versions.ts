import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../machine/requirements';
import type { Plan } from '../plan/plan';

/** @returns `sysbench 1.0.20`, `pgbench (PostgreSQL) 15.18`: of the tools of a plan that report one */
export async function toolVersions(plan: Plan, env: NodeJS.ProcessEnv): Promise<string[]> {
  const names = [...new Set(plan.tests.map(({ tool }) => tool))].filter((tool) => tool !== 'command');
  const versions = names.map(async (name) => {
    const program = findProgram(name, env['PATH'] ?? '') ?? name;
    const { stdout } = await promisify(execFile)(program, ['--version'], { env });
    return stdout.trim().split('\n')[0] ?? name;
  });
  return Promise.all(versions);
}
