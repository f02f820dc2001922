import { cpus } from 'node:os';
import { join } from 'node:path';
import { freeBytes } from '../machine/disk';
import { labelOf, type Plan, type PlanTest, testKey, type Variant } from '../plan/plan';
import { roundName, runNameOf } from '../plan/run-name';
import type { Processes } from '../processes/processes';
import { messageOf } from '../record-error';
import type { Fleet } from './fleet';
import type { Ledger } from './ledger';
import { measureSlice, type SliceOutcome } from './measure-slice';
import type { RecordEvent } from './record-event';

/** What all slices of a recording share. */
export interface Bench {
  plan: Plan;
  fleet: Fleet;
  processes: Processes;
  ledger: Ledger;
  /** Directory of the logs of a variant. */
  logsOf(variant: Variant): string;
  /** Directory of the servers' data. */
  data: string;
  /** Variable PATH. */
  path: string;
  signal: AbortSignal;
  onEvent(event: RecordEvent): void;
}

export interface SlicePlace {
  round: number;
  test: PlanTest;
  variant: Variant;
  toolSeed: number;
}

/** CPUs of a variant, its server and its tool; null for all. */
export function cpusOf({ plan, ledger }: Bench, variant: Variant): string | null {
  return plan.duet ? half(plan.variants.indexOf(variant), ledger.starts()) : null;
}

/** Measures one slice and writes down what came of it; one that was given up is left out. */
export async function takeSlice(bench: Bench, place: SlicePlace): Promise<void> {
  const { ledger, fleet, onEvent, data, signal } = bench;
  const { round, test, variant } = place;
  if (ledger.isGivenUp(variant, test)) return;
  const name = { round, test: testKey(test), variant: labelOf(variant) };
  onEvent({ type: 'slice-begins', ...name });
  const outcome = await measure(bench, place).catch((error: unknown): SliceOutcome => {
    signal.throwIfAborted();
    return { isLost: true, reason: messageOf(error), isDisturbed: false };
  });
  if (!outcome.isLost) {
    const { isLost: _, ...measured } = outcome;
    return ledger.slice({ ...name, ...measured, freeBytes: await freeBytes(data) });
  }
  const isGone = fleet.serverOf(variant).hasFailed();
  const reason = isGone ? `the server ended; ${outcome.reason}` : outcome.reason;
  if (ledger.lost({ ...name, reason }, outcome.isDisturbed)) ledger.giveUp(round, variant, test, reason);
}

async function measure(bench: Bench, { round, test, variant, toolSeed }: SlicePlace): Promise<SliceOutcome> {
  const { fleet } = bench;
  const server = fleet.serverOf(variant);
  if (server.hasFailed()) await fleet.revive(variant);
  return measureSlice({
    ...bench,
    test,
    server,
    ourPids: fleet.pids(),
    directory: join(bench.logsOf(variant), roundName(round), runNameOf(variant)),
    toolSeed,
    cpus: cpusOf(bench, variant),
  });
}

/**
 * The half of the machine that a variant of a duet has, as taskset names CPUs. They change sides with each start, so that
 * neither keeps the better half.
 *
 * @param index of the variant, 0 or 1
 * @param start from 1
 */
export function half(index: number, start: number, count = cpus().length): string {
  const middle = Math.floor(count / 2);
  const isFirst = (index + start) % 2 === 0;
  const [from, to] = isFirst ? [0, middle - 1] : [middle, count - 1];
  return from === to ? String(from) : `${from}-${to}`;
}
