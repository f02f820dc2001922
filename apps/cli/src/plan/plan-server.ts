import { PLAN_POWER, planRuns, RULE_VERSION } from '@basecase/analysis';
import type { Server } from '@basecase/contract/server';
import { SERVER_KINDS } from '@basecase/ingest/model';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { remoteServer } from '../remote-server';
import { printPlan } from './draw-plan';
import type { PlanOptions } from './question';

/**
 * `basecase plan --against`: the runs that show a change in the median test of a workload, from the noise that a server has
 * of it.
 *
 * @throws UsageError when the server says no, or it is not clear which workload is meant
 */
export async function planServer(options: PlanOptions & { against: string }, io: Io): Promise<ExitCode> {
  const { against, server: name, token, workload, detect } = options;
  if (name === undefined) throw new UsageError('--against needs the measured server: --server <name>.');
  const remote = remoteServer(against, { token, option: '--against' });
  const server = await remote.get<Server>(`servers/${encodeURIComponent(name)}`);
  const choices = server.noise.map((one) => one.workload);
  const known = server.noise.filter((one) => workload === undefined || one.workload === workload);
  const [noise, ...others] = known;
  if (choices.length > 0 && noise === undefined)
    throw new UsageError(`no workload is called ${workload}. Available: ${choices.join(', ')}.`);
  if (others.length > 0)
    throw new UsageError(
      `the server has several workloads. Choose one with --workload: ${choices.join(', ')}.`,
    );
  if (!noise?.calibrated) {
    io.note(
      `basecase: no plan: no two runs of one version tell the noise ${noise ? `of ${noise.workload} ` : ''}on ${server.name}. Upload another run of a stored version.`,
    );
    return EXIT.undecided;
  }
  const family = Math.max(
    1,
    ...server.measured.filter((one) => one.workload.slug === noise.workload).map(({ tests }) => tests),
  );
  const said = server.facts.find(({ fact }) => fact === 'kind')?.value ?? null;
  const machine = options.machine ?? SERVER_KINDS.find((kind) => kind === said) ?? null;
  const sigmas = [{ test: 'median test', sigma: noise.medianSigma }];
  const plan = planRuns(sigmas, { detect, isDedicated: machine === 'dedicated', family });
  const each = { label: null, stored: 0, more: plan.runs ?? 0, minutes: null };
  return printPlan(
    {
      detect,
      power: PLAN_POWER,
      server: server.name,
      machine,
      workload: noise.workload,
      pairs: noise.pairs,
      ...plan,
      versions: plan.runs === null ? [] : [each],
      minutes: null,
      ruleVersion: RULE_VERSION,
    },
    options.json ?? false,
    io,
  );
}
