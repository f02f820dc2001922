import type { FileReporter } from '../../files/reporter';
import { BoundedList } from '../text-lines';
import { failuresOf } from './failures';
import { newRun, type YcsbLog, type YcsbRun } from './ycsb-log';

/** Above the number of rows other than buckets in any run. */
export const MAX_FACTS = 2000;

/** The runs of one file. */
export class YcsbRuns {
  current: YcsbRun | null = null;
  /** The last line that was read. */
  line = 0;
  rows = 0;
  readonly #reporter: FileReporter;
  readonly #tool: YcsbRun['tool'];
  readonly #runs: BoundedList<YcsbRun>;

  constructor(reporter: FileReporter, tool: YcsbRun['tool']) {
    this.#reporter = reporter;
    this.#tool = tool;
    this.#runs = new BoundedList(reporter, 'runs');
  }

  get isEmpty(): boolean {
    return this.#runs.items.length === 0;
  }

  open(): YcsbRun {
    this.current ??= newRun(this.#tool, this.line);
    return this.current;
  }

  close(): void {
    const run = this.current;
    this.current = null;
    if (!run) return;
    reportFailures(run, this.#reporter);
    this.#runs.add(run, this.line);
  }

  toLog(): YcsbLog {
    return { type: 'ycsb', runs: this.#runs.items, rows: this.rows };
  }
}

/** Reports operations that failed, one kind at a time, at the first line that counts them. */
function reportFailures({ operations }: YcsbRun, reporter: FileReporter): void {
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
