import type { RunFacts } from './build';
import type { MetricId } from './metric';
import type { ServerKind } from './run';

/** Value that a recorder writes without a hypervisor. */
const NO_HYPERVISOR = ['', 'none', 'no'];

/**
 * The kind of machine from the logs of a run, unless specified: virtual when the host withheld the CPU in some
 * sample of vmstat, or when the machine names its hypervisor. Null: they show nothing, and it may still be any.
 */
export function seenKind({
  facts,
  results,
}: {
  facts?: RunFacts;
  results: readonly { measurements: readonly { metric: MetricId; value: number }[] }[];
}): Extract<ServerKind, 'virtual'> | null {
  const isNamed = !NO_HYPERVISOR.includes((facts?.hypervisor ?? '').toLowerCase());
  const isStolen = results.some(({ measurements }) =>
    measurements.some(({ metric, value }) => metric === 'steal_max' && value > 0),
  );
  return isNamed || isStolen ? 'virtual' : null;
}
