import type { Plan, PlanTest } from '../plan/plan';
import type { Connection } from '../servers/server';

/** A program to be started, ready to run. */
export interface ToolCall {
  command: string;
  args: string[];
  /** Passwords and the like; never on a command line that others can see, where the tool allows it. */
  env: Record<string, string>;
  /** It starts others, which end with it. */
  group?: boolean;
}

/** One execution of a test. */
export interface ToolRun {
  test: PlanTest;
  plan: Plan;
  connection: Connection | null;
  /** What commands of the plan see of the server. */
  environment: Record<string, string>;
  seconds: number;
  /** Of the random numbers; all variants of a round have the same. */
  seed: number;
  /** Variable PATH. */
  path: string;
}

/** @throws Error for a variant whose plan does not say how tools reach it */
export function needConnection({ test, connection }: Pick<ToolRun, 'test' | 'connection'>): Connection {
  if (connection) return connection;
  throw new Error(`${test.tool} needs the variant's "connection"`);
}

/** How a server is reached, for the commands of a plan. */
export function addressOf(connection: Connection | null): Record<string, string> {
  if (!connection) return {};
  const { host, port, user, password, database } = connection;
  return {
    BASECASE_HOST: host,
    BASECASE_PORT: String(port),
    BASECASE_USER: user,
    BASECASE_PASSWORD: password,
    BASECASE_DATABASE: database,
  };
}
