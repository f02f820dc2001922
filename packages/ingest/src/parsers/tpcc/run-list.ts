import { reportDisagreements } from '../../checks/disagreements';
import type { FileReporter } from '../../files/reporter';
import { runRelations } from './run-relations';
import { doneOf, type TpccLog, type TpccRun } from './tpcc-log';

/** Memory must not grow with the file. */
const MAX_RUNS = 10_000;

/** The runs of one file, each checked and reported when it is over. */
export class RunList {
  readonly #reporter: FileReporter;
  readonly #runs: TpccRun[] = [];
  #isFull = false;

  constructor(reporter: FileReporter) {
    this.#reporter = reporter;
  }

  /**
   * @param missing what a whole run has and this one has not, for a run that is not complete
   * @param line the last line that was read
   */
  add(run: TpccRun, { missing, line }: { missing: string; line: number }): void {
    if (!run.isComplete) {
      const message = `${missing}: ${run.tool} was stopped, or the file was cut; no throughput`;
      this.#reporter.report('TRUNCATED_LOG', message, { line: line || null });
    }
    reportDisagreements(runRelations(run), this.#reporter);
    reportFailed(run, this.#reporter);
    if (this.#runs.length < MAX_RUNS) this.#runs.push(run);
    else if (!this.#isFull) {
      this.#isFull = true;
      const message = `more than ${MAX_RUNS} runs in one file; the rest was not read`;
      this.#reporter.report('METRIC_MISSING', message, { line });
    }
  }

  toLog(rows: number): TpccLog {
    return { type: 'tpcc', runs: this.#runs, rows };
  }
}

function reportFailed({ transactions }: TpccRun, reporter: FileReporter): void {
  for (const transaction of transactions) {
    const { failed, test } = transaction;
    if (!failed || failed.value === 0) continue;
    const message = `${test}: ${failed.value} failed, ${doneOf(transaction) ?? 'unknown how many'} were done`;
    reporter.report('tpcc:FAILED_TRANSACTIONS', message, { line: failed.line });
  }
}
