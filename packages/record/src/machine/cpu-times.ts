import { readFileSync } from 'node:fs';
import { listProcesses, type ProcessStat, readProcessStat } from '../processes/process-id';

/** USER_HZ, which /proc counts in on every Linux that Node.js runs on. */
export const TICKS_PER_SECOND = 100;

/** What all CPUs did since the boot, in ticks, and what this recording's processes took of it. */
type CpuSample = ReturnType<typeof sampleCpu>;

/** How the CPUs of the machine were used between two samples. */
export type CpuUse = ReturnType<typeof cpuUse>;

/**
 * @param serverPid first process of the server under test
 * @param ourPids first processes of all servers of this recording
 */
export function sampleCpu(serverPid: number | null = null, ourPids: readonly number[] = []) {
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, steal = 0] = readCpuLine();
  const busy = user + nice + system + irq + soft;
  const processes = ourPids.length > 0 || serverPid !== null ? listProcesses() : [];
  const own = readProcessStat(process.pid);
  return {
    busy,
    steal,
    total: busy + idle + wait + steal,
    /** The server under test and its processes. */
    server: serverPid === null ? 0 : treeTicks([serverPid], processes),
    /** All servers, this process, and what it started and waited for: the tool, the monitors. */
    own: treeTicks(ourPids, processes) + (own?.ownTicks ?? 0) + (own?.endedChildrenTicks ?? 0),
    /** Pages that were swapped in and out. */
    swapped: readSwapped(),
    /** Mean of what the kernel says of each CPU; null where it does not. */
    megahertz: readMegahertz(),
  };
}

export function cpuUse(before: CpuSample, after: CpuSample) {
  const total = after.total - before.total;
  const server = Math.max(0, after.server - before.server);
  const others = after.busy - before.busy - (after.own - before.own);
  const cpus = readCpuCount();
  return {
    /** Share that the host withheld, 0 to 1. */
    steal: total > 0 ? (after.steal - before.steal) / total : 0,
    /** CPUs that others used. */
    others: total > 0 ? (Math.max(0, others) / total) * cpus : 0,
    /** CPU seconds of the server's own processes. */
    serverSeconds: server / TICKS_PER_SECOND,
    swappedPages: after.swapped - before.swapped,
    megahertz: after.megahertz,
  };
}

/** Of processes and all that descend from them, with those that ended and were waited for. */
function treeTicks(roots: readonly number[], processes: readonly ProcessStat[]): number {
  const wanted = new Set(roots);
  // Children may stand before their parents in the list.
  for (let size = 0; size !== wanted.size; ) {
    size = wanted.size;
    for (const { pid, parent } of processes) if (wanted.has(parent)) wanted.add(pid);
  }
  return processes
    .filter(({ pid }) => wanted.has(pid))
    .reduce((sum, { ownTicks, endedChildrenTicks }) => sum + ownTicks + endedChildrenTicks, 0);
}

function readCpuLine(): number[] {
  const [line = ''] = readFileSync('/proc/stat', 'latin1').split('\n');
  return line.trim().split(/\s+/).slice(1).map(Number);
}

function readCpuCount(): number {
  return readFileSync('/proc/stat', 'latin1').match(/^cpu\d+ /gm)?.length ?? 1;
}

function readSwapped(): number {
  const text = readFileSync('/proc/vmstat', 'latin1');
  return ['pswpin', 'pswpout'].reduce(
    (sum, name) => sum + Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0),
    0,
  );
}

function readMegahertz(): number | null {
  const found = [...readFileSync('/proc/cpuinfo', 'latin1').matchAll(/^cpu MHz\s*:\s*([\d.]+)$/gm)].map(
    ([, mhz]) => Number(mhz),
  );
  return found.length === 0 ? null : Math.round(found.reduce((sum, mhz) => sum + mhz, 0) / found.length);
}
