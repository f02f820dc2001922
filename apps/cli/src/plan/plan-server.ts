import { planRuns, RULE_VERSION } from '@basecase/analysis';
import type { Server } from '@basecase/contract/server';
import { SERVER_KINDS } from '@basecase/ingest/model';
import { EXIT, type ExitCode, someOf, UsageError } from '../exit';
import type { Io } from '../io';
import { remoteServer } from '../remote-server';
import { printPlans } from './draw-plan';
import type { Plan, PlanOptions } from './question';

/**
 * `basecase plan --against`: the runs that show a change in each test of a workload, from the noise that a server has
 * of it, for one measured server or several, the fastest first. A server that names no tests tells of the median test
 * alone.
 *
 * @throws UsageError when the server says no, or it is not clear which workload is meant
 */
export async function planServer(options: PlanOptions & { against: string }, io: Io): Promise<ExitCode> {
  const { against, server: names = [], token } = options;
  if (names.length === 0) throw new UsageError('--against needs the measured server: --server <name>.');
  const remote = remoteServer(against, { token, option: '--against' });
  const plans: Plan[] = [];
  for (const name of names) {
    const server = await remote.get<Server>(`servers/${encodeURIComponent(name)}`);
    const plan = planOf(server, options);
    if (typeof plan === 'string') io.note(`basecase: no plan: ${plan}`);
    else plans.push(plan);
  }
  const last = Number.POSITIVE_INFINITY;
  plans.sort((a, b) => (a.minutes ?? last) - (b.minutes ?? last) || (a.runs ?? last) - (b.runs ?? last) || 0);
  if (plans.length === 0) return EXIT.undecided;
  return printPlans(plans, { json: options.json ?? false, isOne: names.length === 1 }, io);
}

/** @returns why there is none, as a sentence */
function planOf(server: Server, { workload, detect, ...options }: PlanOptions): Plan | string {
  const choices = server.noise.map((one) => one.workload);
  const there = [...new Set([...choices, ...server.measured.map((one) => one.workload.slug)])];
  if (workload !== undefined && !there.includes(workload))
    throw new UsageError(
      `${server.name} has no workload called ${workload}. Available: ${someOf(there) || 'none'}.`,
    );
  const known = server.noise.filter((one) => workload === undefined || one.workload === workload);
  const [noise, ...others] = known;
  if (others.length > 0)
    throw new UsageError(`the server has several workloads. Choose one with --workload: ${someOf(choices)}.`);
  if (!noise?.calibrated) {
    return `no two runs of one version tell the noise ${noise ? `of ${noise.workload} ` : ''}on ${server.name}. Upload another run of a stored version.`;
  }
  const family = Math.max(
    1,
    ...server.measured.filter((one) => one.workload.slug === noise.workload).map(({ tests }) => tests),
  );
  const said = server.facts.find(({ fact }) => fact === 'kind')?.value ?? null;
  const machine = options.machine ?? SERVER_KINDS.find((kind) => kind === said) ?? null;
  // Test by test, where the server is new enough to name them.
  const { tests: named = [], runSeconds = null } = noise as Partial<typeof noise>;
  const sigmas = named.length > 0 ? named : [{ test: 'median test', sigma: noise.medianSigma }];
  const plan = planRuns(sigmas, {
    ...{ detect, isDedicated: machine === 'dedicated', power: options.chance },
    ...(named.length === 0 && { family }),
  });
  const minutes = runSeconds === null || plan.runs === null ? null : (plan.runs * runSeconds) / S_PER_MINUTE;
  const each = { label: null, stored: 0, more: plan.runs ?? 0, minutes };
  return {
    detect,
    power: options.chance,
    server: server.name,
    machine,
    workload: noise.workload,
    pairs: noise.pairs,
    ...plan,
    // A base, and a version to compare with it.
    versions: plan.runs === null ? [] : [each],
    minutes: minutes === null ? null : 2 * minutes,
    ruleVersion: RULE_VERSION,
  };
}

const S_PER_MINUTE = 60;
