import type { MaybeRelation, Said } from '../../../checks/disagreements';
import { atLeast, exact, times, widen } from '../../../checks/ranges';
import type { FioDirection, FioJob, FioLatency } from '../fio-log';

/** fio prints four digits of rates and sizes: 589MiB/s is 588.5 to 589.5. */
const PRINTED_PART = 0.02;
/** Run times are whole milliseconds, and a rate is taken a moment before or after. */
const CLOCK_SECONDS = 0.005;

/** What the block of a job says twice. docs/method.md §1.3 */
export function jobRelations(job: FioJob): MaybeRelation[] {
  return [
    ...job.directions.flatMap((direction) => [
      ...directionRelations(direction),
      ...latencyOrder(direction.clat ?? direction.lat, ['latency_min', 'latency_avg', 'latency_max']),
    ]),
    ...latencyOrder(job.sync, [null, 'sync_latency_avg', 'sync_latency_max']),
  ];
}

function directionRelations({ name, iops, bandwidth, runtime, bytes, ios }: FioDirection): MaybeRelation[] {
  if (!runtime || runtime.value <= 0) return [];
  // fio cuts off what it does not print: 2 IO/s may be 2.999. `step` is the value of the last digit.
  const said = (
    of: { value: number; line: number },
    what: string,
    step: number,
    metrics: Said['metrics'],
  ): Said => ({
    name: `${name} ${what}`,
    value: of.value,
    line: of.line,
    metrics,
    range: widen({ low: of.value, high: of.value + step }, PRINTED_PART),
  });
  const seconds: Said = {
    ...said(runtime, 'run time', 0, ['elapsed']),
    range: { low: Math.max(0, runtime.value - CLOCK_SECONDS), high: runtime.value + CLOCK_SECONDS },
  };
  const product = (rate: Said, count: Said, words: string): MaybeRelation => ({
    of: [rate, count, seconds],
    left: count.range,
    right: times(rate.range, seconds.range),
    words,
  });
  const relations: MaybeRelation[] = [];
  if (bytes !== null && bytes > 0) {
    const rate = said(bandwidth, 'bandwidth', 1024, ['bandwidth', 'read_bandwidth', 'write_bandwidth']);
    const moved = said({ value: bytes, line: bandwidth.line }, 'bytes', 0, []);
    relations.push(product(rate, moved, 'bytes = bandwidth × run time'));
  }
  if (ios && ios.value > 0) {
    const rate = said(iops, 'IOPS', 1, ['throughput']);
    relations.push(product(rate, said(ios, 'IOs', 0, []), 'IOs = IOPS × run time'));
  }
  return relations;
}

/** Of one block: over several jobs a smallest or largest value would hide it. */
function latencyOrder(
  latency: FioLatency | null,
  metrics: readonly (Said['metrics'][number] | null)[],
): MaybeRelation[] {
  if (!latency) return [];
  const names = ['min', 'avg', 'max'] as const;
  const said = names.map((name, index): Said | null => {
    const at = latency[name];
    const metric = metrics[index];
    if (!at) return null;
    const { value, line } = at;
    return { name, value, line, range: exact(value), metrics: metric ? [metric] : [] };
  });
  return [0, 1].map((index) => {
    const [small, large] = [said[index], said[index + 1]];
    if (!small || !large) return null;
    return {
      of: [small, large],
      left: widen(large.range, PRINTED_PART),
      right: atLeast(small.range),
      words: `${small.name} ≤ ${large.name}`,
    };
  });
}
