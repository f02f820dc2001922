import { isWhole, type PgbenchLog, type PgbenchSummary } from '../../parsers/pgbench/summary/pgbench-log';
import type { TransactionLog } from '../../parsers/pgbench/transaction-log/transaction-log';
import type { CorpusRow } from '../corpus';
import type { CorpusAnswers, CorpusFile, CorpusKeys } from '../corpus-keys';

const DERIVED = 'no file of pgbench: its author condensed logs of transactions into other columns';
const TWO_SAMPLES =
  'the page has two summaries, the second one begins with `transaction type:<builtin...` without a blank: the index counts one and takes what the first lacks from the second';

/** @public `loadCorpusKeys` imports it by the file's name. */
export const corpusKeys: CorpusKeys = {
  tools: ['pgbench'],
  answers(row, file) {
    if (file.log?.type === 'pgbench-transactions') return ofTransactions(file.log as TransactionLog);
    return ofOutput(row, file);
  },
  exceptions: [
    { match: /transactions-15\.csv$/, reason: DERIVED },
    {
      match: /^pgsql-tw\+gitbook-docs\//,
      keys: ['runs', 'latency_avg_ms', 'latency_stddev_ms'],
      reason: TWO_SAMPLES,
    },
  ],
};

/** Files other than output of pgbench have no runs, as the index notes. */
function ofOutput(row: CorpusRow, file: CorpusFile): CorpusAnswers {
  const summaries = file.log?.type === 'pgbench' ? (file.log as PgbenchLog).summaries : [];
  const whole = summaries.filter(isWhole);
  const statements = summaries.map((summary, index) =>
    statementsOf(file, summary, summaries[index + 1]?.firstLine ?? Number.POSITIVE_INFINITY),
  );
  const progress = file.details?.series.filter(({ id }) => id === 'throughput') ?? [];
  const values = progress.flatMap(({ values: printed }) => printed);
  const first = summaries[0];
  return {
    version: first?.version?.text,
    runs: whole.length,
    results: whole.length,
    progress_lines: values.length,
    first_progress_tps: values.at(0) ?? undefined,
    last_progress_tps: values.at(-1) ?? undefined,
    last_progress_s: progress.at(-1)?.seconds.at(-1),
    ...(first && ofSummary(first)),
    // A documentation page has its table after a separate summary.
    ...(statements.find((each) => each['stmts'] !== undefined) ?? {}),
    ...prefixed(summaries, statements),
    ...headed(row, summaries),
  };
}

/** `r0.tps_excluding` of the first summary. */
function prefixed(summaries: readonly PgbenchSummary[], statements: readonly CorpusAnswers[]): CorpusAnswers {
  return Object.fromEntries(
    summaries.flatMap((summary, index) =>
      Object.entries({ ...ofSummary(summary), ...statements[index] }).map(([key, value]) => [
        `r${index}.${key}`,
        value,
      ]),
    ),
  );
}

/** `WARMUP.transactions` of the summary below `=== WARMUP ===`. */
function headed(row: CorpusRow, summaries: readonly PgbenchSummary[]): CorpusAnswers {
  if (!row.expected.has('results')) return {};
  return Object.fromEntries(
    summaries.flatMap((summary) =>
      Object.entries(ofSummary(summary)).map(([key, value]) => [`${summary.heading}.${key}`, value]),
    ),
  );
}

function ofSummary(summary: PgbenchSummary): CorpusAnswers {
  const { values, scripts, type, queryMode, aborted } = summary;
  return {
    type: type ?? undefined,
    scale: values.scale?.value,
    mode: queryMode ?? undefined,
    clients: values.clients?.value,
    threads: values.threads?.value,
    max_tries: values.maxTries?.value,
    duration_s: values.durationS?.value,
    tx_per_client: values.transactionsPerClient?.value,
    transactions: values.processed?.value,
    transactions_target: values.target?.value,
    failed: values.failed?.value,
    retried: values.retried?.value,
    retries: values.retries?.value,
    skipped: values.skipped?.value,
    latency_limit_ms: values.latencyLimitMs?.value,
    above_limit: values.late?.value,
    latency_avg_ms: values.latencyAvgMs?.value,
    latency_stddev_ms: values.latencyStddevMs?.value,
    lag_avg_ms: values.lagAvgMs?.value,
    lag_max_ms: values.lagMaxMs?.value,
    init_conn_ms: values.initialConnectionMs?.value,
    avg_conn_ms: values.averageConnectionMs?.value,
    tps_including: values.tpsIncluding?.value,
    tps_excluding: values.tpsExcluding?.value,
    tps_reconnect: values.tpsReconnecting?.value,
    aborted: aborted ? 'yes' : undefined,
    scripts: scripts.length > 0 ? scripts.length : undefined,
    ...Object.fromEntries(
      scripts.flatMap((script, index) => [
        [`s${index + 1}.weight`, script.values.weight?.value],
        [`s${index + 1}.tx`, script.values.processed?.value],
        [`s${index + 1}.tps`, script.values.tps?.value],
        [`s${index + 1}.lat`, script.values.latencyAvgMs?.value],
      ]),
    ),
  };
}

/** Facts of the lines of one summary: `stmt1_ms`, with 15 and newer `stmt1_failures`. */
function statementsOf(file: CorpusFile, { firstLine }: PgbenchSummary, end: number): CorpusAnswers {
  const facts = (file.details?.facts ?? []).filter(({ line }) => line >= firstLine && line < end);
  const of = (what: string) => facts.filter(({ group }) => group?.startsWith(what));
  const latencies = of('statement latencies');
  if (latencies.length === 0) return {};
  const numbered = (what: string, suffix: string) =>
    of(what).map((fact, index) => [`stmt${index + 1}_${suffix}`, Number(fact.value)]);
  return {
    stmts: latencies.length,
    ...Object.fromEntries([
      ...numbered('statement latencies', 'ms'),
      ...numbered('failures of statements', 'failures'),
      ...numbered('retries of statements', 'retries'),
    ]),
  };
}

function ofTransactions(log: TransactionLog): CorpusAnswers {
  return {
    all_rows: log.rows + log.skipped + log.failed,
    skipped_rows: log.skipped,
    rows: log.rows,
    columns: log.columns,
    clients_seen: log.clients,
    latency_sum_us: log.latencies?.sum,
    latency_max_us: log.latencies?.max,
    first_epoch_s: log.firstSecond,
    last_epoch_s: log.lastSecond,
    // Option -R was given: rows were skipped.
    lag_sum_us: log.seventhSum ?? undefined,
  };
}
