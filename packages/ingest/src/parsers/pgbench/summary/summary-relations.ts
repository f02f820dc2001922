import { type MaybeRelation, type Said, say } from '../../../checks/disagreements';
import { exact, over, printed, type Range, times, widen } from '../../../checks/ranges';
import type { PgbenchSummary, ScriptSummary } from './pgbench-log';

/** Digits after the point: of tps, and of times in milliseconds. */
const TPS_DECIMALS = 6;
const MS_DECIMALS = 3;
/** Threads start and stop one after the other: a run of 60 s takes 60.002, one of 10 s of a busy machine 11. */
const OVERRUN_PART = 0.1;
const OVERRUN_SECONDS = 2;
const UNDERRUN_SECONDS = 0.5;
/** A run ends with the last transactions, which may be some times as long as the average one. */
const LAST_TRANSACTIONS = 4;
/** Connecting took a third of the time in the worst run seen. */
const MAX_CONNECTING = 5;
const QUOTIENT_PART = 0.01;
const BUSY_FACTOR = 4;

/**
 * What a summary says twice: transactions = tps × time, latency = clients / tps, and the same share of both for each
 * script. Connecting, rounding and the end of the last transactions are allowed for.
 */
export function summaryRelations(summary: PgbenchSummary): MaybeRelation[] {
  return [
    measuredTime(summary),
    latency(summary),
    connecting(summary),
    target(summary),
    ...summary.scripts.map((script) => scriptShare(summary, script)),
  ];
}

/** The tps that all of the time counts for before 14; since then, connecting is left out of the only one. */
function wholeTps(summary: PgbenchSummary): Said | null {
  const { tpsIncluding, tpsExcluding, tpsReconnecting } = summary.values;
  return (
    say('tps including connections', tpsIncluding, ['throughput_with_connecting'], tpsRange) ??
    say('tps', tpsExcluding ?? tpsReconnecting, ['throughput'], tpsRange)
  );
}

function measuredTime(summary: PgbenchSummary): MaybeRelation {
  const { values } = summary;
  const tps = wholeTps(summary);
  const processed = say('transactions', values.processed, ['transactions']);
  const duration = say('duration', values.durationS, ['elapsed']);
  if (!tps || !processed || !duration) return null;
  const connecting = (values.initialConnectionMs?.value ?? 0) / 1000;
  const last = (LAST_TRANSACTIONS * (values.latencyAvgMs?.value ?? 0)) / 1000;
  const slack = duration.value * OVERRUN_PART;
  const time: Range = {
    low: Math.max(0, duration.value - connecting - slack - UNDERRUN_SECONDS),
    high: duration.value + slack + OVERRUN_SECONDS + last,
  };
  return {
    of: [processed, tps, duration],
    left: processed.range,
    right: times(tps.range, time),
    isRough: true,
    words: 'transactions = tps × duration, connecting left out',
  };
}

/**
 * Derived of the tps where single latencies were not measured; else a mean of those, which is near it. Failed transactions
 * take time too. With -R clients wait.
 */
function latency(summary: PgbenchSummary): MaybeRelation {
  const { values } = summary;
  const tps = wholeTps(summary);
  const clients = say('clients', values.clients, []);
  const average = say('latency average', values.latencyAvgMs, ['latency_avg'], msRange);
  if (!tps || !clients || !average || values.lagAvgMs || values.skipped) return null;
  const [done, failed] = [values.processed?.value ?? 0, values.failed?.value ?? 0];
  const share = failed > 0 ? done / (done + failed) : 1;
  const derived = over(exact(clients.value * 1000 * share), tps.range);
  const isRough = values.latencyStddevMs !== undefined || failed > 0;
  return {
    of: [tps, clients, average],
    left: average.range,
    right: isRough
      ? { low: derived.low / BUSY_FACTOR, high: derived.high * BUSY_FACTOR }
      : widen(derived, QUOTIENT_PART),
    ...(isRough && { isRough }),
    words: 'latency average = clients / tps',
  };
}

/** Before 14: the same transactions in less time. */
function connecting({ values }: PgbenchSummary): MaybeRelation {
  const whole = say(
    'tps including connections',
    values.tpsIncluding,
    ['throughput_with_connecting'],
    tpsRange,
  );
  const without = say('tps excluding connections', values.tpsExcluding, ['throughput'], tpsRange);
  if (!whole || !without) return null;
  const range = widen(whole.range, QUOTIENT_PART);
  return {
    of: [without, whole],
    left: without.range,
    right: { low: range.low, high: range.high * MAX_CONNECTING },
    isRough: true,
    words: 'tps excluding connections ≥ tps including connections',
  };
}

function target({ values }: PgbenchSummary): MaybeRelation {
  const [clients, perClient] = [
    say('clients', values.clients, []),
    say('transactions per client', values.transactionsPerClient, []),
  ];
  const all = say('transactions asked for', values.target, []);
  if (!clients || !perClient || !all) return null;
  return {
    of: [all, clients, perClient],
    left: all.range,
    right: exact(clients.value * perClient.value),
    words: 'transactions asked for = clients × transactions per client',
  };
}

/** A script and the whole count in the same time. */
function scriptShare(summary: PgbenchSummary, { values }: ScriptSummary): MaybeRelation {
  const whole = wholeTps(summary);
  const processed = say('transactions', summary.values.processed, ['transactions']);
  const own = say('transactions of the script', values.processed, ['transactions']);
  const tps = say('tps of the script', values.tps, ['throughput'], tpsRange);
  if (!whole || !processed || !own || !tps) return null;
  return {
    of: [own, tps, processed, whole],
    left: times(own.range, whole.range),
    right: widen(times(processed.range, tps.range), QUOTIENT_PART),
    words: 'transactions / tps of the script = transactions / tps',
  };
}

const tpsRange = (value: number) => printed(value, TPS_DECIMALS);
const msRange = (value: number) => printed(value, MS_DECIMALS);
