import type { RunFacts } from '@basecase/ingest/model';
import type { EndReason, Failure, Round } from '../journal/parse-journal';
import type { Machine } from '../machine/facts';
import { dataBytes } from '../plan/data-size';
import { isOneBuild, labelOf, type Plan, type Variant } from '../plan/plan';

export interface RecordingFacts {
  plan: Plan;
  /** Of the recording, the same in all versions. */
  id: string;
  seed: number;
  machine: Machine;
  /** `sysbench 1.0.20`. */
  tools: string[];
  startedAt: string;
  rounds: readonly Round[];
  failures: readonly Failure[];
  /** Null while it is running. */
  why: EndReason | null;
}

/** More lines than these are counted, not listed. */
const MOST_LOST = 800;
const MOST_TEXT = 200;

/** Content of `basecase.json` of one variant: what the logs cannot say. */
export function describeRecording(recording: RecordingFacts, variant: Variant): object {
  const { plan, id, seed, machine, startedAt, rounds } = recording;
  const { build } = variant;
  const lost = lostOf(recording, variant);
  return {
    basecase: 1,
    server: {
      // Two machines must not become one server because their cores are as many.
      name: plan.server?.name ?? machine.name,
      cores: machine.cores,
      cpu: machine.cpu,
      memoryBytes: machine.memoryBytes,
      storage: plan.facts?.storage ?? machine.storage,
      os: machine.os,
      kind: plan.server?.kind ?? (machine.isVirtual ? 'virtual' : 'unknown'),
    },
    product: variant.product,
    version: variant.version,
    ...(build && { build }),
    ...(plan.repository && { repository: plan.repository }),
    flavour: variant.flavour,
    config: variant.config,
    workload: {
      label: plan.workload?.label ?? workloadLabel(plan, machine),
      cached: isCached(plan, machine),
    },
    campaign: `rounds ${id}`,
    startedAt,
    facts: factsOf(recording, variant),
    rounds: {
      id,
      seconds: plan.seconds,
      warmup: plan.warmup,
      restartEvery: plan.rounds.restartEvery,
      seed,
      order: rounds.map(({ order }) => order),
      ...(lost.length > 0 && { lost: lost.slice(0, MOST_LOST) }),
    },
    notes: notesOf(recording, lost.length),
  };
}

/** `cached, 1 table x 500K rows, 1 client`: runs with other labels are never in one heatmap. */
export function workloadLabel(plan: Plan, machine: Pick<Machine, 'memoryBytes'>): string {
  const { tests, load, clients, duet } = plan;
  const uses = (tool: string) => tests.some((test) => test.tool === tool);
  const size = load.rows % 1000 === 0 ? `${load.rows / 1000}K` : String(load.rows);
  return [
    isCached(plan, machine) ? 'cached' : 'IO-bound',
    ...(uses('sysbench') ? [`${load.tables} ${load.tables === 1 ? 'table' : 'tables'} x ${size} rows`] : []),
    ...(uses('pgbench') ? [`pgbench scale ${load.scale}`] : []),
    `${clients} ${clients === 1 ? 'client' : 'clients'}`,
    ...(duet ? ['duet on half a machine'] : []),
  ].join(', ');
}

/** As the plan says; else data of half the memory is taken to be larger than what caches keep. */
function isCached(plan: Plan, { memoryBytes }: Pick<Machine, 'memoryBytes'>): boolean {
  return plan.workload?.cached ?? dataBytes(plan) < memoryBytes / 2;
}

/** Slices that do not count, and what was given up, with the reason. */
function lostOf({ rounds, failures }: RecordingFacts, variant: Variant) {
  const label = labelOf(variant);
  const slices = rounds.flatMap(({ lost }) => lost).filter((one) => one.variant === label);
  const given = failures
    .filter((one) => one.variant === label)
    .map(({ round, test, reason }) => ({ round, test, reason: `given up: ${reason}` }));
  return [...given, ...slices].map(({ round, test, reason }) => ({
    round,
    ...(test !== null && { test }),
    version: label,
    reason: reason.slice(0, MOST_TEXT),
  }));
}

function factsOf(recording: RecordingFacts, variant: Variant): RunFacts {
  const { machine, plan, tools } = recording;
  const otherCpus = otherCpusOf(recording, variant);
  const said = Object.entries({
    ...machine.facts,
    ...plan.facts,
    cache: cacheText(plan),
    tool: tools.join(', '),
    ...(otherCpus !== null && { otherCpus: otherCpus.toFixed(2) }),
  });
  return Object.fromEntries(
    said.filter(([, text]) => text).map(([name, text]) => [name, String(text).slice(0, MOST_TEXT)]),
  );
}

/** What caches held when a measurement began. */
function cacheText({ load, rounds, warmup }: Plan): string {
  const { restartEvery } = rounds;
  return [
    `servers restarted${load.again === 'restart' ? ' and reloaded' : ''} every ${restartEvery} ${restartEvery === 1 ? 'round' : 'rounds'}`,
    warmup > 0 ? `${warmup} s of warm-up before each measurement` : 'no warm-up',
  ].join(', ');
}

/** Mean over the slices of a version that count. */
function otherCpusOf({ rounds }: RecordingFacts, variant: Variant): number | null {
  const label = labelOf(variant);
  const own = rounds.flatMap(({ slices }) => slices).filter((slice) => slice.variant === label);
  return own.length === 0 ? null : own.reduce((sum, { others }) => sum + others, 0) / own.length;
}

const ENDS: Readonly<Record<EndReason, string>> = {
  known: 'Every test is known as well as was asked for.',
  most: 'It ended at the most rounds.',
  minutes: 'It ended when its time was over.',
  stopped: 'It was ended by hand.',
  failed: 'It ended because servers could not be started.',
};

function notesOf({ plan, rounds, why, machine }: RecordingFacts, lost: number): string {
  const { seconds, warmup } = plan;
  const { resolution, restartEvery } = plan.rounds;
  const isOne = isOneBuild(plan);
  return [
    `Recorded by basecase record: ${rounds.length} ${isOne ? '' : 'interleaved '}rounds of ${seconds} s per test after ${warmup} s of warm-up,`,
    `servers restarted every ${restartEvery} rounds${plan.load.again === 'restart' ? ' and reloaded' : ''},`,
    `client and server together on one ${machine.isVirtual ? 'virtual machine' : 'machine'} with ${machine.cores} cores.`,
    // Of one build nothing is known to so many percent: there is nothing to compare it with.
    ...(isOne ? [] : [`Wanted: ± ${+(resolution * 100).toFixed(2)}%.`]),
    ...(why && !(isOne && why === 'known') ? [ENDS[why]] : []),
    ...(lost > 0 ? [`${lost} slices of this version do not count: rounds.lost says why.`] : []),
    ...(plan.duet ? ['Both versions were under load at once, each on half of the machine.'] : []),
  ].join(' ');
}
