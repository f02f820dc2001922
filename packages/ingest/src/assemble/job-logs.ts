import { diagnostic } from '../files/reporter';
import type { Diagnostic } from '../model/diagnostic';
import type { LocatedLog } from '../parsers/family';

/** `0_build.txt`, as in the archive of a GitHub Actions run, next to `build/3_Run pgbench.txt`. */
const JOB = /^(.*\/)?-?\d{1,10}_([^/]+)\.txt$/;

/**
 * Leaves out the log of a whole job where logs of its steps were read too: the same lines would count twice, as repeats.
 *
 * @returns the remaining logs, and diagnostics for the others
 */
export function withoutJobLogs(logs: readonly LocatedLog[]): {
  logs: readonly LocatedLog[];
  diagnostics: Diagnostic[];
} {
  const diagnostics: Diagnostic[] = [];
  const left = logs.filter(({ path, log }) => {
    const [, directory = '', job] = JOB.exec(path) ?? [];
    if (job === undefined) return true;
    const steps = `${directory}${job}/`;
    const hasStep = logs.some((other) => other.path.startsWith(steps) && other.log.type === log.type);
    if (!hasStep) return true;
    const message = `the log of the job ${job}, whose steps are read from ${steps}: it would count twice`;
    diagnostics.push(diagnostic('NO_RESULT', message, { file: path }));
    return false;
  });
  return diagnostics.length === 0 ? { logs, diagnostics } : { logs: left, diagnostics };
}
