import { findProgram } from '../machine/requirements';
import type { PgbenchTest, Plan } from '../plan/plan';
import type { Connection } from '../servers/server';
import type { ToolCall, ToolRun } from './tool';

export function pgbenchRun(run: ToolRun & { test: PgbenchTest }, connection: Connection): ToolCall {
  const { test, plan, seconds, seed, path } = run;
  const what = test.builtin !== undefined ? [`--builtin=${test.builtin}`] : [`--file=${test.script}`];
  return call(path, connection, [
    '--no-vacuum',
    ...what,
    ...test.options,
    `--client=${plan.clients}`,
    `--time=${seconds}`,
    '--progress=1',
    `--random-seed=${seed}`,
  ]);
}

/** Creates and fills the tables. */
export function pgbenchLoad(plan: Plan, connection: Connection, path: string): ToolCall {
  return call(path, connection, ['--initialize', '--quiet', `--scale=${plan.load.scale}`]);
}

function call(path: string, connection: Connection, args: string[]): ToolCall {
  const { host, port, user, password, database } = connection;
  const address = [`--host=${host}`, `--port=${port}`, `--username=${user}`, database];
  return {
    command: findProgram('pgbench', path) ?? 'pgbench',
    args: [...args, ...address],
    env: { PGPASSWORD: password },
  };
}
