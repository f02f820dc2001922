import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Plan } from '../plan/plan';
import type { Processes } from '../processes/processes';
import { messageOf, RecordError } from '../record-error';

/** Debian packages of the programs that are started. */
const PACKAGES: Readonly<Record<string, string>> = {
  sysbench: 'sysbench',
  pgbench: 'postgresql-contrib',
  vmstat: 'procps',
  iostat: 'sysstat',
  perf: 'linux-perf',
  taskset: 'util-linux',
};

/** Where Debian keeps the programs of PostgreSQL. */
const VERSIONS_OF_POSTGRES = ['18', '17', '16', '15', '14', '13'];

/** @returns path of a program, null when it is not installed */
export function findProgram(name: string, path: string): string | null {
  const places = [
    ...path.split(delimiter),
    ...VERSIONS_OF_POSTGRES.map((version) => `/usr/lib/postgresql/${version}/bin`),
  ];
  return places.map((place) => join(place, name)).find((file) => existsSync(file)) ?? null;
}

/** @returns names of the programs that a plan needs */
function programsOf(plan: Plan): string[] {
  const tools = plan.tests.map(({ tool }) => tool).filter((tool) => tool !== 'command');
  return [...new Set([...tools, ...plan.monitors, ...(plan.duet ? ['taskset'] : [])])];
}

/**
 * Makes sure that the programs are there; as root on Debian it installs what is missing.
 *
 * @param path variable PATH
 * @throws RecordError NOT_POSSIBLE with the command that installs them
 */
export async function ensurePrograms(plan: Plan, path: string, processes: Processes): Promise<void> {
  const missing = programsOf(plan).filter((name) => findProgram(name, path) === null);
  if (missing.length === 0) return;
  const packages = missing.map((name) => PACKAGES[name] ?? name);
  const advice = `apt-get install ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || findProgram('apt-get', path) === null) {
    throw new RecordError(
      'NOT_POSSIBLE',
      `Not installed: ${missing.join(', ')}. On Debian and Ubuntu: sudo ${advice}`,
    );
  }
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' }, group: true };
  try {
    await processes.run('apt-get', ['update', '-qq'], options);
    await processes.run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
  } catch (error) {
    throw new RecordError('NOT_POSSIBLE', `${advice} failed: ${messageOf(error)}`, { cause: error });
  }
}
