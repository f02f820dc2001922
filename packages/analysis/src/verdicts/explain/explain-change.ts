import { COSTS, type CostId, metricOf, SERVER_CPU } from '@basecase/ingest/model';
import { isComparableCost } from '../../ratio/ratio';
import type { RoundsEstimate } from '../../rounds/rounds';
import { DEFAULT_RULE, logLoss } from '../rule';

/** Counts of perf stat that can be a reason. Cycles are those of CPU per operation again. */
const COUNTER_REASONS = ['instructions_per_op', 'cache_misses_per_op', 'branch_misses_per_op'] as const;

/** Counts per operation that may give a reason, in the order people check them. */
export const REASON_METRICS: readonly ReasonMetric[] = [SERVER_CPU, ...COSTS, ...COUNTER_REASONS];
export type ReasonMetric = typeof SERVER_CPU | CostId | (typeof COUNTER_REASONS)[number];

/** CPU per operation, of the whole machine or of the server's own processes. It follows throughput by arithmetic. */
export function isCpuReason({ metric }: { metric: ReasonMetric }): boolean {
  return metric === 'cpu_per_op' || metric === SERVER_CPU;
}

/** Absolute values of one cell; null or left out: not recorded. */
export type ReasonValues = { throughput: number } & Partial<Record<ReasonMetric, number | null>>;

/** A metric that moved with the change. */
export interface Reason {
  metric: ReasonMetric;
  /** Version / base, Infinity for x/0. */
  ratio: number;
  /** Set where one side is under the floor of the metric, as good as none: then the ratio says little. */
  almostNone?: 'before' | 'now';
  /** Part of the change that this metric alone could account for, at most 1; shares of one change can add up to more. */
  share: number;
}

/** A metric that moved against the change: what it costs, no reason for it. */
export type Price = Omit<Reason, 'share'>;

export type ExplanationVerdict =
  | 'explained'
  | 'partly explained'
  | 'unexplained'
  | 'no metrics'
  | 'nothing to explain';

export interface ChangeExplanation {
  /** ln(version / base) of throughput. */
  x: number;
  verdict: ExplanationVerdict;
  /** Best first. */
  reasons: Reason[];
  prices: Price[];
  /** CPU use of the version / of the base (cpu/o × throughput); null when it can't be known. */
  cpuUse: number | null;
}

/** A |ln ratio| below this never explains: about what 99% of A/A cells stay under (docs/method.md §5.1). */
const LEAST_MOVES: Readonly<Record<ReasonMetric, number>> = {
  server_cpu_us_per_op: 0.03,
  cpu_per_op: 0.03,
  cs_per_op: 0.05,
  reads_per_op: 0.05,
  read_kb_per_op: 0.05,
  write_kb_per_op: 0.1,
  // perf counts for some seconds of a test: its cells have no A/A study, and 0.05 is what requests need.
  instructions_per_op: 0.05,
  cache_misses_per_op: 0.1,
  branch_misses_per_op: 0.1,
};
/** A reason accounts for at least this part of the change. */
const LEAST_PART = 0.25;
/** A metric that moved against the change is its price from here on. */
const PRICE = Math.log(1.5);
/** Half of the last digit that cpu/o is printed with. */
const CPU_ROUNDING = 0.5e-6;
const ENOUGH = 0.75;
const IN_PART = 0.4;

/**
 * Why a test got slower or faster: the hardware counts per operation that moved with it, ranked (docs/method.md §5.1).
 *
 * With u = cpu/o × throughput, the CPU use, ln r = ln(u_v / u_b) - ln(cpu/o ratio): CPU per operation is one part of a
 * change, and waiting more or less the rest; what it waits on must come from the counts. With L = -x and d = ln of the
 * ratio of a metric, in which a value under its floor counts as the floor, a metric is a reason when it moved in the
 * direction of L by at least its least move and L/4; its
 * share is d / L. One that moved the other way by 1.5 or more is a price. Reasons list sufficient causes, not the
 * actual one, and do not make a change real: explain flagged cells only. Where both sides know the CPU of the server's
 * own processes, that is asked and cpu/o is not.
 *
 * @param rounds what the rounds that both share say of the change, which then is the one that is explained
 */
export function explainChange(
  base: ReasonValues,
  version: ReasonValues,
  rounds: Pick<RoundsEstimate, 'x'> | null = null,
): ChangeExplanation {
  const x = rounds?.x ?? Math.log(version.throughput / base.throughput);
  const reasons: Reason[] = [];
  const prices: Price[] = [];
  let hasMetrics = false;
  let cpuUse: number | null = null;
  const hasBoth = (metric: ReasonMetric) =>
    (base[metric] ?? null) !== null && (version[metric] ?? null) !== null;
  // cpu/o has the tool in it, and whatever else ran.
  const isServerKnown = hasBoth(SERVER_CPU);
  for (const metric of REASON_METRICS) {
    const a = base[metric] ?? null;
    const b = version[metric] ?? null;
    if (a === null || b === null) continue;
    hasMetrics = true;
    if (!isComparableCost(metric, b, a) || hasTooFewDigits(metric, { a, b, x })) continue;
    if (metric === 'cpu_per_op' && a > 0 && b > 0) {
      cpuUse = rounds ? (b / a) * Math.exp(x) : (b * version.throughput) / (a * base.throughput);
    }
    if (metric === 'cpu_per_op' && isServerKnown) continue;
    const { floor } = metricOf(metric);
    const d = Math.log(Math.max(b, floor) / Math.max(a, floor));
    const move = { metric, ratio: a > 0 ? b / a : Number.POSITIVE_INFINITY, ...almostNone({ a, b, floor }) };
    if (d * x > 0 && Math.abs(d) >= PRICE) prices.push(move);
    if (d * x < 0 && Math.abs(d) >= leastMove(metric, x)) {
      reasons.push({ ...move, share: Math.min(1, d / -x) });
    }
  }
  reasons.sort((one, other) => tierOf(one.share) - tierOf(other.share));
  return { x, verdict: explanationVerdict(x, reasons, hasMetrics), reasons, prices, cpuUse };
}

function almostNone({ a, b, floor }: { a: number; b: number; floor: number }): Pick<Reason, 'almostNone'> {
  if (a < floor) return { almostNone: 'before' };
  return b < floor ? { almostNone: 'now' } : {};
}

/** True for cpu/o that was printed with so few digits that its ratio says nothing about a change of this size. */
function hasTooFewDigits(metric: ReasonMetric, { a, b, x }: { a: number; b: number; x: number }): boolean {
  if (metric !== 'cpu_per_op' || a <= 0 || b <= 0) return false;
  return CPU_ROUNDING / a + CPU_ROUNDING / b > Math.max(0.01, Math.abs(x) / 3);
}

function leastMove(metric: ReasonMetric, x: number): number {
  return Math.max(LEAST_MOVES[metric], LEAST_PART * Math.abs(x));
}

/** Inside a tier the order of the metrics stays: the sort is stable. */
function tierOf(share: number): number {
  if (share >= ENOUGH) return 0;
  return share >= IN_PART ? 1 : 2;
}

function explanationVerdict(x: number, reasons: readonly Reason[], hasMetrics: boolean): ExplanationVerdict {
  if (!hasMetrics) return 'no metrics';
  if (Math.abs(x) < logLoss(DEFAULT_RULE.delta)) return 'nothing to explain';
  const best = Math.max(0, ...reasons.map(({ share }) => share));
  if (best >= ENOUGH) return 'explained';
  return best >= IN_PART ? 'partly explained' : 'unexplained';
}

/** True for a reason that alone would be enough for most of a change. */
export function isEnough({ share }: Reason): boolean {
  return share >= ENOUGH;
}

/** True for a reason that is large enough to name a cause by (docs/method.md §5.3). */
export function isMainReason({ share }: Reason): boolean {
  return share >= IN_PART;
}
