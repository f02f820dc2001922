import { OVERALL_TEST } from './about';
import type { Settings } from './ycsb-log';

/** Name of the test of an operation: `READ-MODIFY-WRITE` → `read-modify-write`, `TOTAL` → `overall`. */
export function testOf(operation: string): string {
  const name = operation.toLowerCase().replaceAll('_', '-');
  return name === 'total' ? OVERALL_TEST : name;
}

/** `workloads/workloada` → `workloada`. */
export function workloadOfPath(file: string): string {
  return file.split(/[/\\]/).at(-1) || file;
}

/** `run_workload_a.txt`, `workloadb-16.log`. */
const WORKLOAD = /(?:^|[._-])(workload[-_]?[a-z])(?=$|[._-])/i;
const PHASE = /(?:^|[._-])(load|run)(?=$|[._-])/i;

/** What the name of a file says of its run, for logs without a command line. */
export function settingsOfName(name: string): Pick<Settings, 'workload' | 'phase'> {
  const workload = WORKLOAD.exec(name)?.[1]?.toLowerCase().replace(/[-_]/, '') ?? null;
  const phase = PHASE.exec(name)?.[1]?.toLowerCase();
  return { workload, phase: phase === 'load' || phase === 'run' ? phase : null };
}
