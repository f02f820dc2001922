import { type MadeValues, noiseOf, valuesOfNight, valuesOfRelease } from './made-values';
import { hasFailed, isMissing, type NightsPlan, type PlannedNight, type PlannedRelease } from './plan';
import type { PlannedServer } from './servers';
import type { PlannedTest } from './tests';

/** One run of all tests on one server: what a CI job leaves. */
export interface MadeRun {
  server: PlannedServer;
  /** Of the night, or of the night before the run of a release. */
  night: number;
  release: PlannedRelease | null;
  /** ISO 8601. */
  startedAt: string;
  /** `2026-01-06-g4eb13e8a`, `2026-01-06-18.3`: unique on its server, in the order of time. */
  name: string;
  /** `x.pg19devel_rel.x10b_c8r32.pk1` */
  directory: string;
  results: readonly MadeResult[];
}

/** What one test measured; null: it failed. A test without logs has no result. */
export interface MadeResult {
  test: PlannedTest;
  values: MadeValues | null;
}

/** In names of run directories: `pg19devel`. */
const LINE_TOKEN = 'pg19devel';
const RELEASE_HOURS_LATER = 12;
const HOUR = 3_600_000;

/** All runs in the order of time, each with its values: a night of every server, then the releases of that day. */
export function* runsOf(plan: NightsPlan): Generator<MadeRun> {
  const noise = new Map(
    plan.servers.flatMap(({ name }) =>
      plan.tests.map(({ key }) => [`${name} ${key}`, noiseOf(plan, name, key)] as const),
    ),
  );
  const noiseAt = (server: string, test: string, night: number) =>
    noise.get(`${server} ${test}`)?.[night] ?? 0;
  for (const [night, planned] of plan.nights.entries()) {
    for (const server of plan.servers) {
      const run = nightRun(plan, { server, night, planned, noiseAt });
      if (run.results.length > 0) yield run;
    }
    for (const release of plan.releases.filter((each) => each.night === night))
      for (const server of plan.servers) yield releaseRun(plan, { server, planned, release });
  }
}

function nightRun(
  plan: NightsPlan,
  of: {
    server: PlannedServer;
    night: number;
    planned: PlannedNight;
    noiseAt: (server: string, test: string, night: number) => number;
  },
): MadeRun {
  const { server, night, planned } = of;
  const results = plan.tests.flatMap((test) => {
    const cell = { server: server.name, test: test.key, night };
    if (isMissing(plan, cell)) return [];
    const noise = of.noiseAt(server.name, test.key, night);
    return [
      { test, values: hasFailed(plan, cell) ? null : valuesOfNight(plan, { server, test, night, noise }) },
    ];
  });
  return {
    server,
    night,
    release: null,
    startedAt: planned.startedAt,
    name: `${planned.startedAt.slice(0, 10)}-g${planned.commit.slice(0, 8)}`,
    directory: directoryOf(LINE_TOKEN, server),
    results,
  };
}

function releaseRun(
  plan: NightsPlan,
  { server, planned, release }: { server: PlannedServer; planned: PlannedNight; release: PlannedRelease },
): MadeRun {
  const startedAt = new Date(Date.parse(planned.startedAt) + RELEASE_HOURS_LATER * HOUR).toISOString();
  return {
    server,
    night: release.night,
    release,
    startedAt,
    name: `${startedAt.slice(0, 10)}-${release.version}`,
    directory: directoryOf(release.token, server),
    results: plan.tests.map((test) => ({ test, values: valuesOfRelease(plan, { server, test, release }) })),
  };
}

/** `x.<dbms>_<build>.<config>.pk<P>` (docs/formats.md §2.1) */
function directoryOf(token: string, { serverClass }: PlannedServer): string {
  return `x.${token}_rel.x10b_${serverClass}.pk1`;
}
