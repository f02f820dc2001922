import { type MaybeRelation, say } from '../../checks/disagreements';
import { exact, printed, type Range } from '../../checks/ranges';
import type { FileReporter } from '../../files/reporter';
import type { HammerdbTest } from './hammerdb-log';
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

/**
 * 45% of the transactions are new orders, and databases count 2 to 3 transactions for each: 2.2 to 2.4 in most logs, 3.0 in
 * those of MySQL, 7.5 in a test of a few orders. A number ten times as large or as small is outside of it.
 */
const TPM_PER_NOPM: Range = { low: 1, high: 12 };
const whole = (value: number) => printed(value, 0);

/** What a log says twice of one test. docs/method.md §1.3 */
export function testRelations(test: HammerdbTest): MaybeRelation[] {
  return [resultRatio(test), duration(test)];
}

function resultRatio({ result }: HammerdbTest): MaybeRelation {
  if (!result || result.nopm === 0) return null;
  const { line } = result;
  const nopm = say('NOPM', { value: result.nopm, line }, ['throughput'], whole);
  const tpm = say('TPM', { value: result.tpm, line }, ['tpm'], whole);
  return (
    nopm &&
    tpm && {
      of: [nopm, tpm],
      left: tpm.range,
      right: { low: result.nopm * TPM_PER_NOPM.low, high: result.nopm * TPM_PER_NOPM.high },
      isRough: true,
      words: 'TPM = 1 to 12 times NOPM',
    }
  );
}

/** The settings name the duration, and the monitor prints it when the test begins. */
function duration({ durationMinutes, duration: printedDuration }: HammerdbTest): MaybeRelation {
  if (durationMinutes === null || !printedDuration) return null;
  const { line } = printedDuration;
  const own = say('test period in minutes', printedDuration, ['elapsed'], whole);
  const asked = say('duration of the settings', { value: durationMinutes, line }, [], whole);
  return (
    own &&
    asked && {
      of: [own, asked],
      left: exact(own.value),
      right: exact(durationMinutes),
      words: 'test period = duration of the settings',
    }
  );
}
