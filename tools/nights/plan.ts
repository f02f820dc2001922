import type { RunFacts } from '@basecase/ingest/model';
import type { PlannedServer } from './servers';
import type { PlannedTest } from './tests';

/** A build, and when it is measured. */
export interface PlannedNight {
  commit: string;
  /** Number of the build. */
  number: number;
  /** ISO 8601. */
  committedAt: string;
  startedAt: string;
}

/** A commit changed a test, on all servers. Nights count from 0. */
export interface PlannedStep {
  test: string;
  /** First night that has it. */
  night: number;
  /** Throughput after / before. */
  factor: number;
}

/** A test that becomes slower little by little. */
export interface PlannedDrift {
  test: string;
  /** Throughput of the last night / of the first. */
  factor: number;
}

/** The machine changed, and all of its tests with it. */
export interface PlannedMachineChange {
  server: string;
  night: number;
  factor: number;
  before: RunFacts;
  after: RunFacts;
  /** False: no upload contains it, so a user has to add an event. */
  isToldByFacts: boolean;
}

/** Not measured. Null: all servers, or all tests. */
export interface PlannedGap {
  server: string | null;
  test: string | null;
  from: number;
  /** Exclusive. */
  to: number;
}

export interface PlannedFailure {
  server: string;
  test: string;
  night: number;
}

/** A release that every server measured once, in the day after a night. */
export interface PlannedRelease {
  version: string;
  /** As in names of run directories: `pg183`. */
  token: string;
  night: number;
  /** Throughput / that of the first night. */
  factor: number;
}

/** Noise of ln(throughput), of each test and server on its own. */
export interface PlannedNoise {
  /** SD of one night. */
  sd: number;
  /** Correlation of one night with the next. */
  rho: number;
  /** Share of nights that are disturbed; they lose |normal| × outlierSds × sd. */
  outliers: number;
  outlierSds: number;
}

/** All that the logs of a history are made from, and what a check compares with. */
export interface NightsPlan {
  seed: number;
  servers: readonly PlannedServer[];
  tests: readonly PlannedTest[];
  nights: readonly PlannedNight[];
  steps: readonly PlannedStep[];
  drift: PlannedDrift;
  machineChange: PlannedMachineChange;
  gaps: readonly PlannedGap[];
  failure: PlannedFailure;
  releases: readonly PlannedRelease[];
  noise: PlannedNoise;
}

/** A test on a server in a night. */
export interface PlannedCell {
  server: string;
  test: string;
  night: number;
}

/** @throws RangeError when the history has no such night */
export function nightAt({ nights }: NightsPlan, night: number): PlannedNight {
  const found = nights[night];
  if (!found) throw new RangeError(`There is no night ${night} among ${nights.length}.`);
  return found;
}

/** What the uploads of a server say of it in a night. */
export function factsAt({ machineChange }: NightsPlan, server: string, night: number): RunFacts {
  const { isToldByFacts, before, after } = machineChange;
  const { kernel: _, ...untold } = before;
  if (!isToldByFacts) return untold;
  return server === machineChange.server && night >= machineChange.night ? after : before;
}

/** True when a test has no logs of a night. */
export function isMissing({ gaps }: NightsPlan, at: PlannedCell): boolean {
  return gaps.some(
    ({ server, test, from, to }) =>
      (server === null || server === at.server) &&
      (test === null || test === at.test) &&
      at.night >= from &&
      at.night < to,
  );
}

/** True for the test that ended badly. */
export function hasFailed({ failure }: NightsPlan, at: PlannedCell): boolean {
  return failure.server === at.server && failure.test === at.test && failure.night === at.night;
}

/** The factor on throughput, of everything that is planned. */
export function factorAt(plan: NightsPlan, { server, test, night }: PlannedCell): number {
  const { steps, drift, machineChange, nights } = plan;
  const stepped = steps
    .filter((step) => step.test === test && night >= step.night)
    .reduce((product, { factor }) => product * factor, 1);
  const drifted = drift.test === test ? 1 - ((1 - drift.factor) * night) / (nights.length - 1) : 1;
  return stepped * drifted * machineFactorAt(machineChange, server, night);
}

/** What the machine multiplies the throughput of every test by. */
export function machineFactorAt(change: PlannedMachineChange, server: string, night: number): number {
  return server === change.server && night >= change.night ? change.factor : 1;
}
