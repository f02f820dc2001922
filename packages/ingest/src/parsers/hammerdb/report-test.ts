import type { FileReporter } from '../../files/reporter';
import type { UserGroup } from './user-group';

interface Spot {
  reporter: FileReporter;
  /** Last line that was read. */
  line: number;
}

/** Says why a test has no result, or what is wrong with the one that it has. @param isEnd the log ends with this test */
export function reportTest(group: UserGroup, { isEnd, ...spot }: Spot & { isEnd: boolean }): void {
  const { failedVus, result } = group;
  const at = { line: spot.line };
  if (!result && failedVus) reportFailure(group, 'virtual users failed before there was a result', spot);
  else if (!result && group.isComplete)
    reportFailure(group, 'all virtual users are done without a result', spot);
  else if (!result) {
    const message = 'no TEST RESULT: HammerDB was stopped, or the log was cut';
    spot.reporter.report('TRUNCATED_LOG', message, at);
  } else if (failedVus) {
    const of = group.vus === null ? '' : ` of ${group.vus}`;
    const message = `${failedVus.value}${of} virtual users failed; the result is kept as failed`;
    spot.reporter.report('CLIENTS_FAILED', message, whereOf(group, failedVus.line));
  } else if (isEnd && group.wasCreated && !group.isComplete) {
    const message = 'the log ends before all virtual users are done: failures may be missing';
    spot.reporter.report('TRUNCATED_LOG', message, at);
  }
}

export function reportFailure(group: UserGroup, message: string, { reporter, line }: Spot): void {
  reporter.report('TOOL_FAILED', message, whereOf(group, group.failedVus?.line ?? line));
}

/** The first error that was printed, else the line. */
function whereOf({ error }: UserGroup, line: number): { line: number; bytes?: Buffer } {
  return error ? { line: error.line, bytes: Buffer.from(error.text, 'latin1') } : { line };
}
