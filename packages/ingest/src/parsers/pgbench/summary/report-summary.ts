import type { FileReporter } from '../../../files/reporter';
import { isIncomplete, isWhole, type PgbenchSummary, throughputOf } from './pgbench-log';

/** Reports missing parts of a summary and the limits of its numbers. */
export function reportSummary(summary: PgbenchSummary, reporter: FileReporter): void {
  const { firstLine, values, aborted, isShortened } = summary;
  if (isShortened) {
    const message = 'no `transaction type:` above these lines; settings are those of the summary before';
    reporter.report('pgbench:SHORTENED', message, { line: firstLine });
  }
  if (!isWhole(summary)) {
    const message =
      'expected `transaction type:` and what follows it above these lines: the script is unknown';
    reporter.report('TRUNCATED_LOG', message, { line: firstLine });
    return;
  }
  const tps = throughputOf(summary);
  if (aborted) reportAborted(summary, reporter);
  else if (!tps) {
    const message =
      'no line `tps = ... (without initial connection time)`, or `(excluding ...)`: no throughput';
    reporter.report('TRUNCATED_LOG', message, { line: firstLine });
  } else if (isIncomplete(summary)) {
    const { processed, target } = values;
    const message = `${processed?.value} of ${target?.value} transactions were processed; the result is kept as failed`;
    reporter.report('CLIENTS_FAILED', message, { line: processed?.line ?? firstLine });
  }
  if (values.lagAvgMs) {
    const message =
      'limited by -R: the TPS is the rate that was asked for, latencies count from the scheduled start';
    reporter.report('pgbench:RATE_LIMITED', message, { line: values.lagAvgMs.line });
  }
}

function reportAborted(summary: PgbenchSummary, reporter: FileReporter): void {
  const { aborted } = summary;
  if (!aborted) return;
  const who = aborted.clients === null ? 'clients' : `${aborted.clients} clients`;
  const at = { line: aborted.line };
  if (throughputOf(summary)) {
    reporter.report('CLIENTS_FAILED', `${who} aborted; the result is incomplete and kept as failed`, at);
  } else {
    reporter.report('TOOL_FAILED', `${who} aborted before there was a result`, at);
  }
}
