import { open } from 'node:fs/promises';
import type { Plan } from '../plan/plan';
import type { Processes, RunningProcess } from '../processes/processes';

type Monitor = Plan['monitors'][number];

/** Without a stop they end by themselves a little after the slice. */
const SPARE_SAMPLES = 5;

/** Kinds of log as the names of files have them. */
export const MONITOR_KINDS: Readonly<Record<Monitor, string>> = {
  vmstat: 'vm',
  iostat: 'io',
  perf: 'perf.hw',
};

function commandOf(monitor: Monitor, samples: number): [command: string, args: string[]] {
  switch (monitor) {
    case 'vmstat':
      return ['vmstat', ['1', String(samples)]];
    case 'iostat':
      return ['iostat', ['-y', '-kx', '1', String(samples)]];
    case 'perf':
      return [
        'perf',
        ['stat', '-a', '-e', 'instructions,cycles,cache-misses,branch-misses', 'sleep', String(samples)],
      ];
  }
}

/**
 * Starts the host logs of one slice.
 *
 * @param fileOf path of the log of a kind
 */
export async function startMonitors(
  plan: Plan,
  processes: Processes,
  { seconds, fileOf }: { seconds: number; fileOf: (kind: string) => string },
): Promise<RunningProcess[]> {
  const started: RunningProcess[] = [];
  for (const monitor of plan.monitors) {
    const file = await open(fileOf(MONITOR_KINDS[monitor]), 'w');
    try {
      const [command, args] = commandOf(monitor, seconds + SPARE_SAMPLES);
      // perf prints its counts when it is interrupted.
      started.push(
        processes.start(command, args, {
          output: file.fd,
          stopSignal: monitor === 'perf' ? 'SIGINT' : 'SIGTERM',
        }),
      );
    } finally {
      await file.close();
    }
  }
  return started;
}
