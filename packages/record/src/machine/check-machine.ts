import { readFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses } from '../processes/process-id';
import { cpuUse, sampleCpu, TICKS_PER_SECOND } from './cpu-times';
import { freeBytes, fsyncSeconds } from './disk';
import { findGovernor, type Machine } from './facts';

/** Good, worth a look, or in the way. */
export type CheckLevel = 'good' | 'look' | 'bad';

export interface MachineCheck {
  name: string;
  level: CheckLevel;
  /** In words, with its numbers. */
  text: string;
}

/** A process that took CPU while nothing was measured. */
export interface Neighbour {
  name: string;
  /** CPUs. */
  cpus: number;
}

export type MachineState = Awaited<ReturnType<typeof checkMachine>>;

/** Steal and load of others: worth a look from the first, in the way from the second. Shares of all CPUs. */
const [LOOK_STEAL, BAD_STEAL] = [0.005, 0.05];
const [LOOK_LOAD, BAD_LOAD] = [0.05, 0.5];
const SLOW_FSYNC_SECONDS = 0.02;
const GB = 1e9;

/**
 * Looks at the machine for a few seconds while nothing is measured.
 *
 * @param dataBytes that all servers hold together
 * @param diskBytes that the recording writes
 */
export async function checkMachine(options: {
  machine: Machine;
  directory: string;
  dataBytes: number;
  diskBytes: number;
  seconds: number;
  signal: AbortSignal;
}) {
  const { machine, directory, dataBytes, diskBytes, seconds, signal } = options;
  const [before, processesBefore] = [sampleCpu(), listProcesses()];
  const started = performance.now();
  const fsync = await fsyncSeconds(directory);
  await sleep(Math.max(0, seconds * 1000 - (performance.now() - started)), undefined, { signal });
  const use = cpuUse(before, sampleCpu());
  const elapsed = (performance.now() - started) / 1000;
  const ticks = new Map(processesBefore.map(({ pid, ownTicks }) => [pid, ownTicks]));
  const neighbours = listProcesses()
    .filter(({ pid }) => pid !== process.pid)
    .map(({ pid, name, ownTicks }) => ({
      // Some write what they do behind their name.
      name: name.split(' ')[0] ?? name,
      cpus: (ownTicks - (ticks.get(pid) ?? ownTicks)) / TICKS_PER_SECOND / elapsed,
    }))
    .filter(({ cpus }) => cpus >= 0.02)
    .sort((a, b) => b.cpus - a.cpus);
  const free = await freeBytes(directory);
  return {
    neighbours,
    checks: [
      governorCheck(machine),
      memoryCheck(dataBytes),
      loadCheck(use.others, machine.cores, neighbours),
      {
        name: 'stolen time',
        level: levelOf(use.steal, LOOK_STEAL, BAD_STEAL),
        text: `${(use.steal * 100).toFixed(1)}% in ${Math.round(elapsed)} s`,
      },
      swapCheck(use.swappedPages),
      {
        name: 'disk',
        level: free < diskBytes ? 'bad' : levelOf(fsync, SLOW_FSYNC_SECONDS, Number.POSITIVE_INFINITY),
        text: `${gigabytes(free)} free, needs ${gigabytes(diskBytes)}; fsync ${(fsync * 1000).toFixed(1)} ms`,
      },
    ],
  };
}

function governorCheck({ isVirtual }: Machine): MachineCheck {
  const governor = findGovernor();
  const name = 'CPU governor';
  if (governor === null)
    return { name, level: 'good', text: isVirtual ? 'of the host, not told' : 'not told' };
  if (governor === 'performance') return { name, level: 'good', text: governor };
  return { name, level: 'look', text: `${governor}; "performance" keeps one frequency` };
}

function memoryCheck(dataBytes: number): MachineCheck {
  const available =
    Number(/^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'latin1'))?.[1] ?? 0) * 1024;
  const free = available || freemem();
  return {
    name: 'free memory',
    level: free < dataBytes ? 'bad' : levelOf(dataBytes / free, 0.7, 1),
    text: `${gigabytes(free)}, the data is ${gigabytes(dataBytes)}`,
  };
}

function loadCheck(others: number, cores: number, neighbours: readonly Neighbour[]): MachineCheck {
  const names = [...new Set(neighbours.map(({ name }) => name))].slice(0, 3);
  const text = `${others.toFixed(1)} of ${cores} ${cores === 1 ? 'core' : 'cores'}`;
  return {
    name: 'other load',
    level: levelOf(others / cores, LOOK_LOAD, BAD_LOAD),
    text: names.length > 0 ? `${text}: ${names.join(', ')}` : text,
  };
}

function swapCheck(pages: number): MachineCheck {
  return {
    name: 'swap',
    level: pages > 0 ? 'look' : 'good',
    text: pages > 0 ? `${pages} pages moved` : 'not used',
  };
}

function levelOf(value: number, look: number, bad: number): CheckLevel {
  if (value >= bad) return 'bad';
  return value >= look ? 'look' : 'good';
}

/** `6.1 GB`, `0.05 GB`. */
export function gigabytes(bytes: number): string {
  const value = bytes / GB;
  return `${value >= 10 ? value.toFixed(0) : value.toPrecision(2)} GB`;
}
