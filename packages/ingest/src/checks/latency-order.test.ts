import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Metric, MetricId } from '../model/metric';
import type { Measurement } from '../model/run';

/** Not in the registry. */
const INVENTED = 'latency_p995' as MetricId;

beforeAll(async () => {
  vi.resetModules();
  const { METRICS } = await import('../model/metric');
  const invented: Metric = { ...METRICS.latency_p99, id: INVENTED, label: 'p99.5' };
  Object.assign(METRICS, { [INVENTED]: invented });
});
afterAll(() => vi.resetModules());

const measured = (metric: MetricId, value: number): Measurement => {
  const at = { file: 'a.log', line: 1, lineEnd: 1, source: 'reported', formula: null } as const;
  return { metric, value, unit: 's', ...at };
};

it('checks the order of a new percentile as soon as the registry has it', async () => {
  const { findDisorder } = await import('./latency-order');
  const [p99, p999] = [measured('latency_p99', 0.02), measured('latency_p999', 0.03)];
  expect(findDisorder([p99, p999, measured(INVENTED, 0.025)])).toEqual([]);
  const [low] = findDisorder([p99, p999, measured(INVENTED, 0.01)]);
  expect(low?.message).toContain('p99 ≤ p99.5 does not hold');
});
