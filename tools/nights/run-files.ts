import type { RunFacts } from '@basecase/ingest/model';
import { iostatLog } from './logs/iostat-log';
import { failedSysbenchLog, sysbenchLog } from './logs/sysbench-log';
import { vmstatLog } from './logs/vmstat-log';
import type { MadeRun } from './made-runs';
import { factsAt, type NightsPlan, nightAt } from './plan';

const PRODUCT = 'PostgreSQL';
const LINE = { version: '19devel', branch: 'master' };
const REPOSITORY = {
  url: 'https://github.com/postgres/postgres',
  commitUrl: 'https://github.com/postgres/postgres/commit/{commit}',
};
/** What the banner of iostat says where no upload says the kernel. */
const UNTOLD_KERNEL = '6.8.0';

/** Files of a run directory, by name. */
export function filesOf(plan: NightsPlan, run: MadeRun): Map<string, string> {
  const { server, startedAt } = run;
  const facts = factsAt(plan, server.name, run.night);
  const kernel = facts.kernel ?? UNTOLD_KERNEL;
  const files = new Map([['basecase.json', `${JSON.stringify(manifestOf(plan, run, facts), null, 2)}\n`]]);
  for (const { test, values } of run.results) {
    const add = (kind: string, text: string) =>
      files.set(`sb.${kind}.${test.name}.range${test.range}.pk1.dop${server.clients}`, text);
    add('o', values ? sysbenchLog(server, test, values) : failedSysbenchLog(server, test));
    if (!values) continue;
    add('vm', vmstatLog(server, values));
    add('io', iostatLog(server, values, { kernel, startedAt }));
  }
  return files;
}

function manifestOf(plan: NightsPlan, { server, night, release, startedAt }: MadeRun, facts: RunFacts) {
  const { name, cores, cpu, memoryBytes, storage, os, kind } = server;
  const { commit, number, committedAt } = nightAt(plan, night);
  const build = { commit, branch: LINE.branch, committedAt, number };
  return {
    basecase: 1,
    server: { name, cores, cpu, memoryBytes, storage, os, kind },
    device: server.devices.at(-1),
    product: PRODUCT,
    version: release?.version ?? LINE.version,
    ...(release === null && { build, repository: REPOSITORY }),
    startedAt,
    facts,
  };
}
