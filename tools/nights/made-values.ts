import { scanKrowsPerClient } from '@basecase/ingest/model';
import type { Random } from '../fuzz/random';
import { factorAt, machineFactorAt, type NightsPlan, type PlannedRelease } from './plan';
import { RUN_SECONDS, rounded, type Samples, samplesAround, toSamples } from './samples';
import type { PlannedServer } from './servers';
import { normal, streamOf, uniform } from './streams';
import { isScan, type PlannedTest } from './tests';

const KB_OF_A_WRITE = 24;
const SYSTEM_SHARE = 0.3;
/** SD of ln of what the host counts in a second: its noise next to that of throughput. */
const COST_SD = 0.004;

/** What the client measured, as its log prints it. */
export interface ClientValues {
  seconds: number;
  events: number;
  latencyAvgMs: number;
  queriesPerS: number;
  /** As it is compared: of scans in thousand rows per second of one client. */
  throughput: number;
}

/** What the logs of one test say: every number as it is printed. */
export interface MadeValues extends ClientValues {
  us: Samples;
  sy: Samples;
  cs: Samples;
  writesPerS: Samples;
  writeKbPerS: Samples;
}

/** ln(throughput) of each night less what is planned: AR(1), and now and then a night that is disturbed. */
export function noiseOf({ seed, noise, nights }: NightsPlan, server: string, test: string): number[] {
  const random = streamOf(seed, 'noise', server, test);
  let last = noise.sd * normal(random);
  return nights.map(() => {
    last = noise.rho * last + Math.sqrt(1 - noise.rho ** 2) * noise.sd * normal(random);
    const isDisturbed = random.chance(noise.outliers);
    const lost = Math.abs(normal(random)) * noise.outlierSds * noise.sd;
    return isDisturbed ? last - lost : last;
  });
}

/** What a night measures. @param noise of the test in this night, see `noiseOf` */
export function valuesOfNight(
  plan: NightsPlan,
  { server, test, night, noise }: { server: PlannedServer; test: PlannedTest; night: number; noise: number },
): MadeValues {
  const random = streamOf(plan.seed, 'values', server.name, test.key, night);
  const planned = factorAt(plan, { server: server.name, test: test.key, night });
  return makeValues(random, { server, test, factor: planned * Math.exp(noise) });
}

/** What the run of a release measures: without the commits of the nights, on the machine as it was that day. */
export function valuesOfRelease(
  plan: NightsPlan,
  { server, test, release }: { server: PlannedServer; test: PlannedTest; release: PlannedRelease },
): MadeValues {
  const random = streamOf(plan.seed, 'release', server.name, test.key, release.version);
  const machine = machineFactorAt(plan.machineChange, server.name, release.night);
  const factor = release.factor * machine * Math.exp(plan.noise.sd * normal(random));
  return makeValues(random, { server, test, factor });
}

function makeValues(
  random: Random,
  { server, test, factor }: { server: PlannedServer; test: PlannedTest; factor: number },
): MadeValues {
  const client = isScan(test)
    ? scans(server, test.throughput * factor)
    : transactions(random, { server, test, queries: test.throughput * server.speed * factor });
  // The clients keep the cores as busy as ever: what a change takes from throughput it adds to CPU per operation.
  const around = (mean: number) => mean * Math.exp(COST_SD * normal(random));
  const busy = samplesAround(random, { mean: around(server.cpuPercent), spread: 0.08, decimals: 0 });
  const system = busy.values.map((value) => Math.round(value * SYSTEM_SHARE));
  const csPerS = around(test.csPerOp * client.throughput);
  const kbPerS = around(test.writeKbPerOp * client.throughput);
  return {
    ...client,
    us: toSamples(busy.values.map((value, index) => value - (system[index] ?? 0))),
    sy: toSamples(system),
    cs: samplesAround(random, { mean: csPerS, spread: 0.05, decimals: 0 }),
    writesPerS: samplesAround(random, { mean: kbPerS / KB_OF_A_WRITE, spread: 0.1, decimals: 2 }),
    writeKbPerS: samplesAround(random, { mean: kbPerS, spread: 0.1, decimals: 2 }),
  };
}

/** Whole events in a time that is not quite the one asked for. */
function transactions(
  random: Random,
  { server, test, queries }: { server: PlannedServer; test: PlannedTest; queries: number },
): ClientValues {
  const { read, write, other } = test.statements;
  const perEvent = read + write + other;
  const seconds = RUN_SECONDS + rounded(uniform(random) * 0.02, 4);
  const events = Math.round((queries / perEvent) * seconds);
  const queriesPerS = rounded((events * perEvent) / seconds, 2);
  const latencyAvgMs = rounded((server.clients * seconds * 1000) / events, 2);
  return { seconds, events, latencyAvgMs, queriesPerS, throughput: queriesPerS };
}

/** A scan that has begun is ended: the time is that of whole scans. */
function scans({ rowsPerTable, clients }: PlannedServer, krowsPerS: number): ClientValues {
  const latencyAvgMs = rounded(rowsPerTable / krowsPerS, 2);
  const each = Math.ceil((RUN_SECONDS * 1000) / latencyAvgMs);
  const seconds = rounded((each * latencyAvgMs) / 1000, 4);
  const events = each * clients;
  const throughput = scanKrowsPerClient(rowsPerTable, latencyAvgMs);
  return { seconds, events, latencyAvgMs, queriesPerS: rounded(events / seconds, 2), throughput };
}
