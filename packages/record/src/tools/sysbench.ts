import { fileURLToPath } from 'node:url';
import type { Plan, SysbenchTest } from '../plan/plan';
import type { Connection } from '../servers/server';
import type { ToolCall, ToolRun } from './tool';

/** Scripts of the recorder's own. */
const OWN_SCRIPTS = ['scan'];

/** Paths of their modules: sysbench looks next to its own scripts only for modules that it ships. */
const SCRIPTS_OF_SYSBENCH = '/usr/share/sysbench/?.lua;/usr/local/share/sysbench/?.lua;;';

export function sysbenchRun(run: ToolRun & { test: SysbenchTest }, connection: Connection): ToolCall {
  const { test, plan, seconds, seed } = run;
  const isOwn = OWN_SCRIPTS.includes(test.script);
  const script = isOwn
    ? fileURLToPath(new URL(`../../lua/${test.script}.lua`, import.meta.url))
    : test.script;
  // Of the scripts that know them; others refuse an option that they don't have.
  const range = test.script.startsWith('oltp_') ? [`--range-size=${test.range}`] : [];
  const random = test.options.some((option) => option.startsWith('--rand-type'))
    ? []
    : ['--rand-type=uniform'];
  return {
    command: 'sysbench',
    args: [
      script,
      ...databaseOptions(connection),
      ...tableOptions(plan),
      ...range,
      ...random,
      `--threads=${plan.clients}`,
      '--events=0',
      `--time=${seconds}`,
      '--report-interval=1',
      `--rand-seed=${seed}`,
      // Last, so that the plan has the last word.
      ...test.options,
      'run',
    ],
    env: environmentOf(connection),
  };
}

/** Creates and fills the tables. */
export function sysbenchLoad(plan: Plan, connection: Connection): ToolCall {
  return {
    command: 'sysbench',
    args: ['oltp_read_write', ...databaseOptions(connection), ...tableOptions(plan), 'prepare'],
    env: environmentOf(connection),
  };
}

function tableOptions({ load }: Plan): string[] {
  return [`--tables=${load.tables}`, `--table-size=${load.rows}`];
}

function databaseOptions({ driver, host, port, user, password, database }: Connection): string[] {
  const options = [`host=${host}`, `port=${port}`, `user=${user}`, `db=${database}`];
  // The library of MySQL takes no password from the environment; that of PostgreSQL does.
  const secret = driver === 'mysql' ? [`password=${password}`] : [];
  return [`--db-driver=${driver}`, ...[...options, ...secret].map((option) => `--${driver}-${option}`)];
}

function environmentOf({ driver, password }: Connection): Record<string, string> {
  return { LUA_PATH: SCRIPTS_OF_SYSBENCH, ...(driver === 'pgsql' && { PGPASSWORD: password }) };
}
