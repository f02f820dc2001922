import type { CommandTest } from '../plan/test-schema';
import { pgbenchRun } from './pgbench';
import { sysbenchRun } from './sysbench';
import { addressOf, needConnection, type ToolCall, type ToolRun } from './tool';

/** What is started for one execution of a test. @throws Error when the plan does not say how to reach the server */
export function toolCall(run: ToolRun): ToolCall {
  const { test } = run;
  switch (test.tool) {
    case 'sysbench':
      return sysbenchRun({ ...run, test }, needConnection(run));
    case 'pgbench':
      return pgbenchRun({ ...run, test }, needConnection(run));
    case 'command':
      return commandRun({ ...run, test });
  }
}

function commandRun(run: ToolRun & { test: CommandTest }): ToolCall {
  const { test, plan, connection, environment, seconds, seed } = run;
  return {
    command: 'sh',
    args: ['-c', test.command],
    group: true,
    env: {
      ...environment,
      ...addressOf(connection),
      BASECASE_SECONDS: String(seconds),
      BASECASE_CLIENTS: String(plan.clients),
      BASECASE_SEED: String(seed),
      BASECASE_RANGE: String(test.range),
    },
  };
}
