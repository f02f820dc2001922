import type { FileReporter } from '../../files/reporter';
import { failuresOf } from './failures';
import type { YcsbRun } from './ycsb-log';

/** Reports operations that failed, one kind at a time, at the first line that counts them. */
export function reportFailures({ operations }: YcsbRun, reporter: FileReporter): void {
  for (const operation of operations) {
    const failures = failuresOf(operation);
    if (!failures) continue;
    const { failed, attempts, codes, line } = failures;
    const returned = codes === null ? '' : ` (${codes})`;
    reporter.report(
      'ycsb:FAILED_OPERATIONS',
      `${operation.name}: ${failed} of ${attempts} operations failed${returned}`,
      { line },
    );
  }
}
