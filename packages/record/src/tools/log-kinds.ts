import type { Plan } from '../plan/plan';
import { MONITOR_KINDS } from './monitors';

/** Output of the tool, and CPU time of the server's processes, as the names of files have them. */
export const OUTPUT_KIND = 'o';
export const SERVER_CPU_KIND = 'cpu';

/** Kinds of all logs that a slice may have. */
export function logKinds(monitors: Plan['monitors']): string[] {
  return [OUTPUT_KIND, SERVER_CPU_KIND, ...monitors.map((monitor) => MONITOR_KINDS[monitor])];
}

/**
 * What the server's own processes took of the CPUs while a slice was measured. vmstat counts everything that runs on the
 * machine, this does not: on a shared machine it is the steadier of the two.
 *
 * @param elapsed seconds between the two looks at the processes
 * @param cpu seconds of CPU, of user and system, of the server and of all that it started
 */
export function serverCpuLog({ elapsed, cpu }: { elapsed: number; cpu: number }): string {
  return `CPU time of the server's processes\nelapsed ${elapsed.toFixed(3)} s\ncpu ${cpu.toFixed(2)} s\n`;
}
