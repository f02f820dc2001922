import type {
  AgentPlan,
  PlanBody,
  PlanList,
  Schedule,
  ScheduleBody,
  ScheduleList,
} from '@basecase/contract/agent';
import type { CliCommand } from '../cli-command';
import { parseCount } from '../commands/record';
import { EXIT } from '../exit';
import type { Io } from '../io';
import { addOptions } from '../options';
import { type RemoteServer, remoteServer } from '../remote-server';
import { columnsOf, tsvTable } from '../table';

const EXAMPLES = `
A plan is measured by an agent whose config has all of its builds and tests ("basecase agent"). The first build is the base of
the others. Each session is a recording with servers of its own, and one upload.

Examples:
  basecase queue add 17.10 18.4 --url https://bench.example               8 sessions of all tests
  basecase queue add 17.10 18.4 --tests read-only insert:100 --sessions 12 --agent pn53
  basecase queue list
  basecase queue cancel 12
  basecase queue schedule nightly --sessions 3 --cron "0 2 * * *"         every night at 2, UTC
  basecase queue schedule nightly --sessions 3                            when a webhook asks for it
  basecase queue unschedule 4`;

interface RemoteOptions {
  url: string;
  token?: string;
}

interface QueueOptions extends RemoteOptions {
  tests?: string[];
  sessions: number;
  rounds: number;
  agent?: string;
}

/** Adds `basecase queue` with `add`, `list`, `cancel`, `schedule` and `unschedule` to the command line. */
export function defineQueue(command: CliCommand, io: Io): void {
  command.addHelpText('after', EXAMPLES);
  const define = (name: string, about: string) => {
    const own = command.command(name).description(about);
    own.option('--url <url>', 'address of the server', 'http://127.0.0.1:3000');
    return addOptions(own, 'token');
  };
  withPlan(define('add', 'Queue a plan, and print its number.')).runs(
    async (builds: string[], options: QueueOptions) => {
      const plan = await serverOf(options).post<AgentPlan>('plans', bodyOf(builds, options));
      await io.print(`plan ${plan.id}\n`);
      if (plan.waitsFor !== null) io.note(`basecase: it waits. ${plan.waitsFor}`);
      io.note(`See ${pageOf(options)}. Cancel it with "basecase queue cancel ${plan.id}".`);
      return EXIT.ok;
    },
  );
  define('list', 'List plans, running ones first, and schedules.').runs(async (options: RemoteOptions) => {
    const { plans, total } = await serverOf(options).get<PlanList>('plans');
    const { schedules } = await serverOf(options).get<ScheduleList>('plan-schedules');
    await io.print(tsvTable(PLANS, plans));
    if (plans.length < total)
      io.note(`${plans.length} of ${total} plans: running ones, and the newest of the others.`);
    if (schedules.length > 0) await io.print(`\n${tsvTable(SCHEDULES, schedules)}`);
    return EXIT.ok;
  });
  withPlan(define('schedule', 'Queue a plan again and again.'))
    .option('--cron <expression>', 'five fields in UTC, e.g. "0 2 * * *" (default: only when a webhook asks)')
    .runs(async (builds: string[], { cron, ...options }: QueueOptions & { cron?: string }) => {
      const body: ScheduleBody = { ...bodyOf(builds, options), cron: cron ?? null };
      const schedule = await serverOf(options).post<Schedule>('plan-schedules', body);
      await io.print(`schedule ${schedule.id}\n`);
      const webhook = new URL(`/api/v1/plan-schedules/${schedule.id}/queue`, options.url);
      io.note(`A POST with a token queues it now: curl -X POST -H "Authorization: Bearer $TOKEN" ${webhook}`);
      return EXIT.ok;
    });
  const defineEnd = <Ended>(own: CliCommand, place: string, describe: (ended: Ended) => string) =>
    own.argument('<id>', 'number from "list"').runs(async (id: string, options: RemoteOptions) => {
      await io.print(`${describe(await serverOf(options).delete<Ended>(place, id))}\n`);
      return EXIT.ok;
    });
  defineEnd<AgentPlan>(
    define('cancel', 'Cancel a plan. Its agent stops; sessions that were sent stay.'),
    'plans',
    ({ id, done, sessions }) => `plan ${id} cancelled after ${done.length} of ${sessions} sessions`,
  );
  defineEnd<Schedule>(
    define('unschedule', 'Remove a schedule. Plans that it queued stay.'),
    'plan-schedules',
    ({ id }) => `schedule ${id} removed`,
  );
}

function serverOf({ url, token }: RemoteOptions): RemoteServer {
  return remoteServer(url, { token });
}

function withPlan(command: CliCommand): CliCommand {
  return command
    .argument('<build...>', 'names of builds in the config of an agent, the base first')
    .option('--tests <name...>', 'names of tests (default: all of that config)')
    .option('--sessions <n>', 'how often it is measured', parseCount, 8)
    .option('--rounds <n>', 'rounds of a session', parseCount, 1)
    .option('--agent <name>', 'the only agent that may measure it (default: any)');
}

function bodyOf(builds: string[], { tests = [], sessions, rounds, agent }: QueueOptions): PlanBody {
  return { builds, tests, sessions, roundsPerSession: rounds, agent: agent ?? null };
}

function pageOf({ url }: RemoteOptions): string {
  return new URL('/agents', url).href;
}

const testsOf = ({ tests }: Pick<PlanBody, 'tests'>) => tests.join(',') || 'all';

const PLANS = columnsOf<AgentPlan>({
  plan: 'id',
  state: ({ state, isSilent }) => (isSilent ? 'running, agent is silent' : state),
  builds: ({ builds }) => builds.join(','),
  tests: testsOf,
  sessions: ({ done, sessions }) => `${done.length}/${sessions}`,
  agent: ({ heldBy, agent }) => heldBy ?? agent ?? '',
  queued: 'createdAt',
  by: 'by',
  why: ({ error, waitsFor }) => error ?? waitsFor ?? '',
});

const SCHEDULES = columnsOf<Schedule>({
  schedule: 'id',
  cron: ({ cron }) => cron ?? 'webhook',
  builds: ({ builds }) => builds.join(','),
  tests: testsOf,
  sessions: ({ sessions }) => String(sessions),
  agent: ({ agent }) => agent ?? '',
  'last queued': ({ lastQueuedAt }) => lastQueuedAt ?? '',
  by: 'by',
});
