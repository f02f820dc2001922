import type { RunFacts } from '@basecase/ingest/model';
import type { NightsPlan, PlannedGap, PlannedNight, PlannedNoise } from './plan';
import { type PlannedServer, SERVERS } from './servers';
import { hashOf, streamOf, uniform } from './streams';
import { type PlannedTest, TESTS } from './tests';

export interface PlanSize {
  nights?: number;
  tests?: number;
  servers?: number;
  seed?: number;
  /** SD of ln(throughput) of one night; default 0.015. */
  noiseSd?: number;
  /** Default true, see `PlannedMachineChange`. */
  isToldByFacts?: boolean;
}

/** Fewer nights leave no room between what is planned, and so many tests have something planned. */
const LEAST = { nights: 40, tests: 6, servers: 1 } as const;
const MOST = { nights: 2000, tests: TESTS.length, servers: SERVERS.length } as const;

const FIRST_EVENING = Date.UTC(2026, 0, 5, 21, 30);
const HOUR = 3_600_000;
const NOISE: PlannedNoise = { sd: 0.015, rho: 0.5, outliers: 0.04, outlierSds: 5 };
/** Share of the cells that have no logs. */
const LOST = 0.005;

const FACTS: RunFacts = { kernel: '6.8.0-31', compiler: 'gcc 13.2.0' };
const FACTS_AFTER: RunFacts = { ...FACTS, kernel: '6.14.0-15' };

/**
 * What happens in a made-up history. It happens at the same share of it whatever its length: of 200 nights, the steps
 * come at night 60, 100 and 150, and the machine changes at night 120.
 *
 * @throws RangeError for a size that nothing can be planned in
 */
export function planNights({
  seed = 2,
  noiseSd = NOISE.sd,
  isToldByFacts = true,
  ...asked
}: PlanSize = {}): NightsPlan {
  const size = { nights: 200, tests: 30, servers: 2, ...asked };
  checkSize(size);
  const tests = TESTS.slice(0, size.tests);
  const servers = SERVERS.slice(0, size.servers);
  const [quiet, slower, slightlySlower, faster, drifting, leftOut] = tests.map(({ key }) => key) as SixKeys;
  const [small, ...larger] = servers.map(({ name }) => name) as [string, ...string[]];
  const at = (share: number) => Math.round(size.nights * share);
  return {
    seed,
    servers,
    tests,
    nights: Array.from({ length: size.nights }, (_, index) => planNight(seed, index)),
    steps: [
      { test: slower, night: at(0.3), factor: 0.9 },
      { test: slightlySlower, night: at(0.5), factor: 0.95 },
      { test: faster, night: at(0.75), factor: 1.08 },
    ],
    drift: { test: drifting, factor: 0.94 },
    machineChange: {
      server: small,
      night: at(0.6),
      factor: 0.96,
      before: FACTS,
      after: FACTS_AFTER,
      isToldByFacts,
    },
    gaps: [
      { server: null, test: leftOut, from: at(0.9), to: size.nights },
      ...larger.map((server) => ({ server, test: null, from: at(0.35), to: at(0.35) + 3 })),
      ...lostLogs({ seed, servers, tests, nights: size.nights }),
    ],
    failure: { server: small, test: quiet, night: at(0.7) },
    releases: [
      { version: '18.3', token: 'pg183', night: 0, factor: 0.98 },
      { version: '18.4', token: 'pg184', night: at(0.55), factor: 0.985 },
    ],
    noise: { ...NOISE, sd: noiseSd },
  };
}

type SixKeys = [string, string, string, string, string, string];

function checkSize(size: Record<keyof typeof LEAST, number>): void {
  for (const what of ['nights', 'tests', 'servers'] as const) {
    const isPossible = Number.isInteger(size[what]) && size[what] >= LEAST[what] && size[what] <= MOST[what];
    if (!isPossible) throw new RangeError(`${what}: ${LEAST[what]} to ${MOST[what]}, not ${size[what]}`);
  }
}

/** A commit of the evening is measured in the night after it. */
function planNight(seed: number, index: number): PlannedNight {
  const random = streamOf(seed, 'night', index);
  const evening = FIRST_EVENING + index * 24 * HOUR;
  const within = (from: number, hours: number) => {
    const time = from + uniform(random) * hours * HOUR;
    return new Date(time - (time % 1000)).toISOString();
  };
  return {
    commit: hashOf(seed, 'commit', index),
    number: 4101 + index,
    committedAt: within(evening, 2),
    startedAt: within(evening + 4 * HOUR, 0.5),
  };
}

/** Some logs never come: a disk was full, a job ran out of time. */
function lostLogs(of: {
  seed: number;
  servers: readonly PlannedServer[];
  tests: readonly PlannedTest[];
  nights: number;
}): PlannedGap[] {
  return of.servers.flatMap(({ name: server }) =>
    of.tests.flatMap(({ key: test }) => {
      const random = streamOf(of.seed, 'lost', server, test);
      const nights = Array.from({ length: of.nights }, (_, night) => night).filter(() => random.chance(LOST));
      return nights.map((night) => ({ server, test, from: night, to: night + 1 }));
    }),
  );
}
